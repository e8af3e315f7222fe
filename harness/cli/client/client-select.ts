import type { Scenario } from '../../client-judge/played.ts'
import type { ClientServers } from '../../client-judge/upstream.ts'
import { didYouMean } from '../../subject/closest-word.ts'
import { UsageError } from '../../subject/subject-error.ts'
import type { ClientRuleEntry, ClientSuite } from '../suite.ts'
import { nothingLeft, selectIds, type Selection } from '../judge/select-cases.ts'

/**
 * Returns the rules selected by `--only` and `--skip`, by id or topic.
 * @throws UsageError if a word matches nothing, or no rule is left
 */
export function selectClientRules(
  { rules, topicOf }: Pick<ClientSuite, 'rules' | 'topicOf'>,
  selection: Selection,
): Map<string, ClientRuleEntry> {
  const ids = selectIds({ what: 'client rule', ids: [...rules.keys()], topicOf }, selection)
  if (ids.length === 0) throw new UsageError(nothingLeft)
  return new Map([...rules].filter(([id]) => ids.includes(id)))
}

/**
 * Splits scenarios into those that can be played on a server and the others.
 * @throws UsageError if none can
 */
export function leaveOut(
  chosen: readonly Scenario[],
  { upstream, without }: Pick<ClientServers, 'upstream' | 'without'>,
): { chosen: readonly Scenario[]; left: readonly Scenario[] } {
  if (upstream === undefined || chosen.length === 0) return { chosen, left: [] }
  const fits = ({ anyServer, method }: Scenario) => anyServer === true && !without.has(method)
  const fitting = chosen.filter(fits)
  if (fitting.length === 0)
    throw new UsageError(
      `none of the scenarios can be played against the upstream ${upstream}: they change the server, or need what is not declared; leave upstream out to play them on the bundled server`,
    )
  return { chosen: fitting, left: chosen.filter((one) => !fits(one)) }
}

/**
 * Returns the named scenarios and those with a situation of that name, plus the plain scenarios of their methods, without
 * which nothing is judged; or all scenarios if no name is given.
 * @throws UsageError if a word names no scenario or situation
 */
export function chooseScenarios(all: readonly Scenario[], named: readonly string[]): readonly Scenario[] {
  if (named.length === 0) return all
  const names = all.flatMap(({ name, situations = [] }) => [name, ...situations])
  for (const word of named) {
    if (names.includes(word)) continue
    const fix = didYouMean(word, names, `known: ${all.map(({ name }) => name).join(', ')}`)
    throw new UsageError(`there is no scenario "${word}"; ${fix}`)
  }
  const chosen = all.filter(({ name, situations = [] }) =>
    [name, ...situations].some((one) => named.includes(one)),
  )
  const plain = chosen.map(({ method }) => `plain-${method}`)
  return all.filter((one) => chosen.includes(one) || plain.includes(one.name))
}
