import { fieldsOf } from '../../doctor/needs.ts'
import type { Case } from '../../engine/case/registry.ts'
import { unknownWord } from '../../subject/closest-word.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { sourcePlace } from './source-place.ts'
import type { Suite } from '../suite.ts'

/**
 * `conformance explain ID|CASE`: shows the rule, its quote from the specification, the reading, its cases with what they
 * need, the defects that prove it, and where to find each in the source code.
 */
export async function explain(
  suite: Suite,
  id: string,
  { json = false }: { json?: boolean },
): Promise<number> {
  const rule = id.split('/')[0] ?? id
  const clientRule = suite.client.rules.get(rule)
  const requirement = suite.requirements.get(rule) ?? clientRule
  const question = suite.openQuestions.get(id)
  const excluded = suite.excluded.find((one) => one.id === id)
  if (!requirement && !question && !excluded) throw unknown(suite, id)
  const ofRule = [...(await suite.loadCases()).values()].filter((one) => one.requirement === rule)
  const chosen = id === rule ? ofRule : ofRule.filter((one) => one.id === id)
  if (id !== rule && chosen.length === 0)
    throw unknownWord(
      'there is no case',
      id,
      ofRule.map((one) => one.id),
      `"conformance explain ${rule}" shows the cases of the rule`,
    )
  const cases = chosen.map(({ id: caseId, title, needs, changed, place }) => ({
    id: caseId,
    title,
    needs,
    fields: fieldsOf(needs),
    changed,
    source: place && sourcePlace(place),
  }))
  const place = requirement && suite.placeOfRule(rule)
  const source = place && sourcePlace(place)
  const defects = requirement ? await suite.provingDefects(rule) : []
  const provedBy = defects.map(({ place: at, ...defect }) => ({ ...defect, source: at && sourcePlace(at) }))
  if (json) {
    const shown = { id, ...(requirement ?? question ?? excluded), where: source, cases, provedBy }
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
    return 0
  }
  const lines = requirement
    ? [
        `${rule} (${requirement.level})`,
        `  ${requirement.statement}`,
        ...(source === undefined ? [] : [`  ${source}`]),
        '',
        `  Specification, "${requirement.source.section}": "${requirement.source.quote}"`,
        ...(requirement.reading === undefined ? [] : [`  Read as: ${requirement.reading}`]),
        '',
        ...cases.flatMap((one) => [
          `  ${one.id}`,
          `      ${one.title}${one.changed === undefined ? '' : ` (changed: ${one.changed})`}`,
          ...needed(one).map((line) => `      ${line}`),
          ...(one.source === undefined ? [] : [`      ${one.source}`]),
        ]),
        ...(cases.length === 0 ? [] : ['']),
        ...(clientRule === undefined ? [] : [`  To trigger it: ${clientRule.trigger}`, '']),
        ...proof(provedBy),
      ]
    : question
      ? [`${id} (open: observed, never judged)`, `  ${question.question}`, `  "${question.source.quote}"`]
      : [`${id} (excluded)`, `  ${excluded?.statement}`, `  Why: ${excluded?.reason}`]
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** Says what the declaration must contain for a case: certain fields, or any one credential to compare a rejection with. */
function needed({ title, needs, fields }: Pick<Case, 'title' | 'needs'> & { fields: string[] }): string[] {
  if (fields.length > 0) return [`the declaration must have: ${fields.join(', ')}`]
  if (title.startsWith('with nothing declared')) return ['the declaration must have no credentials']
  if (title.startsWith('with none declared')) return ['the declaration must have none of this kind']
  return needs.length > 0
    ? []
    : ['the declaration must have an account, a private token, an access key or session']
}

function proof(defects: readonly { name: string; alone: boolean; source: string | undefined }[]): string[] {
  if (defects.length === 0) return ['  No defect is planted for it.']
  const named = (heading: string, alone: boolean) => {
    const chosen = defects.filter((one) => one.alone === alone)
    const lines = chosen.map(({ name, source = '' }) => `      ${`${name}  ${source}`.trimEnd()}`)
    return chosen.length === 0 ? [] : [`  ${heading}:`, ...lines]
  }
  return [
    ...named('Proven to catch defects that break nothing else', true),
    ...named('Also broken by', false),
  ]
}

function unknown({ requirements, client, openQuestions, excluded }: Suite, id: string): UsageError {
  const ofTopic = [...requirements.keys()].find((one) => one.startsWith(`${id}.`))
  if (ofTopic !== undefined)
    return new UsageError(
      `there is no requirement "${id}": it is a topic, with ${ofTopic} and others; "conformance list" shows them all`,
    )
  const known = [requirements, client.rules, openQuestions].flatMap((all) => [...all.keys()])
  const words = [...known, ...excluded.map((one) => one.id)]
  return unknownWord('there is no requirement', id, words, '"conformance list" shows them all')
}
