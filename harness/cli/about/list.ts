import type { Suite } from '../suite.ts'

/** `conformance list`: prints every requirement with its level and number of cases, by topic, then the rules for clients. */
export async function list(suite: Suite, { json = false }: { json?: boolean }): Promise<number> {
  const cases = [...(await suite.loadCases()).values()]
  const rows = [...suite.requirements].map(([id, { level, statement, source }]) => ({
    id,
    level,
    statement,
    quote: source.quote,
    cases: cases.filter(({ requirement }) => requirement === id).map((one) => one.id),
  }))
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    return 0
  }
  const forClients = [...suite.client.rules].map(([id, { level, statement }]) => ({ id, level, statement }))
  const width = Math.max(...[...rows, ...forClients].map(({ id }) => id.length))
  const print = ({ id, level, statement }: (typeof forClients)[number]) =>
    process.stdout.write(`${id.padEnd(width)}  ${level.padEnd(6)}  ${statement}\n`)
  rows.forEach(print)
  const set = [...suite.requirementSets.keys()].at(-1)
  process.stdout.write(`\n${rows.length} requirements, ${cases.length} cases; judged by the set ${set}\n`)
  forClients.forEach(print)
  if (forClients.length > 0)
    process.stdout.write(`\n${forClients.length} rules for clients, judged by "conformance client"\n`)
  return 0
}
