import { closestWord } from '../subject/closest-word.ts'
import { UsageError } from '../subject/subject-error.ts'
import type { Suite } from './suite.ts'

/** `conformance explain ID`: the rule, its words in the specification, how they were read, and the cases. */
export async function explain(
  suite: Suite,
  id: string,
  { json = false }: { json?: boolean },
): Promise<number> {
  const rule = id.split('/')[0] ?? id
  const requirement = suite.requirements.get(rule) ?? suite.client.rules.get(rule)
  const question = suite.openQuestions.get(id)
  const excluded = suite.excluded.find((one) => one.id === id)
  if (!requirement && !question && !excluded) throw unknown(suite, id)
  const cases = [...(await suite.loadCases()).values()]
    .filter((one) => one.requirement === id.split('/')[0])
    .map(({ id: caseId, title, needs, changed }) => ({ id: caseId, title, needs, changed }))
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ id, ...(requirement ?? question ?? excluded), cases }, null, 2)}\n`,
    )
    return 0
  }
  const lines = requirement
    ? [
        `${id} (${requirement.level})`,
        `  ${requirement.statement}`,
        '',
        `  Specification, "${requirement.source.section}": "${requirement.source.quote}"`,
        ...(requirement.reading === undefined ? [] : [`  Read as: ${requirement.reading}`]),
        '',
        ...cases.flatMap((one) => [
          `  ${one.id}`,
          `      ${one.title}${one.changed === undefined ? '' : ` (changed: ${one.changed})`}`,
          `      needs: ${one.needs.join(', ') || 'nothing'}`,
        ]),
      ]
    : question
      ? [`${id} (open: observed, never judged)`, `  ${question.question}`, `  "${question.source.quote}"`]
      : [`${id} (excluded)`, `  ${excluded?.statement}`, `  Why: ${excluded?.reason}`]
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

function unknown({ requirements, client, openQuestions, excluded }: Suite, id: string): UsageError {
  const ofTopic = [...requirements.keys()].find((one) => one.startsWith(`${id}.`))
  if (ofTopic !== undefined)
    return new UsageError(
      `there is no requirement "${id}": it is a topic, with ${ofTopic} and others; "conformance list" shows them all`,
    )
  const near = closestWord(id, [
    ...requirements.keys(),
    ...client.rules.keys(),
    ...openQuestions.keys(),
    ...excluded.map((one) => one.id),
  ])
  return new UsageError(
    `there is no requirement "${id}"; ${near ? `did you mean ${near}? ` : ''}"conformance list" shows them all`,
  )
}
