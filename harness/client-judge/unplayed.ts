import type { Chosen } from '../verdicts/explained.ts'
import type { JudgeInput, Obligation } from './judged.ts'
import { playable } from './play-all.ts'
import type { Scenario } from './played.ts'

/** Returns a case of each rule that scenarios would have judged which an interrupted run did not play to their end. */
export function unplayedCases({
  rules,
  obligations,
  scenarios,
  played,
  methods,
}: Pick<JudgeInput, 'rules' | 'obligations' | 'scenarios' | 'played' | 'methods'>): Chosen[] {
  const ended = new Set(played.map(({ scenario }) => scenario))
  const left = playable(scenarios, methods).filter(({ name }) => !ended.has(name))
  return [...rules].flatMap(([requirement, rule]) => {
    const own = obligations.filter((one) => one.rule === requirement)
    const wouldJudge = ({ scenarios: wanted }: Obligation, { name, situations = [], method }: Scenario) =>
      wanted === undefined
        ? rule.methods.includes(method)
        : [name, ...situations].some((one) => wanted.includes(one))
    const found = left.find((scenario) => own.some((one) => wouldJudge(one, scenario)))
    return found ? [{ id: `${requirement}/${found.name}`, requirement }] : []
  })
}
