import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { field, type Answer } from '../../harness/client/answer.ts'
import type { Credential } from '../../harness/client/credentials/credentials.ts'
import { placesOfRecords, recordsAt, type UserRecord } from '../../harness/facts/user-list.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import { header } from '../../harness/wire/exchange.ts'
import { observation } from '../measuring/observe.ts'
import { described, opens, shapeOf, together } from '../measuring/words.ts'

interface Listed {
  answer: Answer
  records: UserRecord[]
}

type Used = Pick<Tools, 'api' | 'run'>

/** Returns the list for a query, or whatever else the subject answered. */
async function ask({ api, run }: Used, credential: Credential, query?: string): Promise<Listed> {
  const answer = await api.list(api.listFamily(), credential, query === undefined ? {} : { query })
  return { answer, records: opens(answer) ? recordsOf(run, answer) : [] }
}

function recordsOf(run: Run, { family, json }: Answer): UserRecord[] {
  const known = family === undefined ? undefined : run.lists.read(family, json)
  const [place] = placesOfRecords(json)
  return known ?? (place ? recordsAt(json, place) : [])
}

/** Returns a credential that opens the list, and that list. */
async function theList(tools: Used): Promise<Listed & { credential: Credential }> {
  const credential = await tools.api.anyAccepted(tools.api.listFamily())
  const listed = await ask(tools, credential)
  if (listed.records.length === 0) throw new SetupFailed(`the list could not be read: ${listed.answer.said}`)
  return { credential, ...listed }
}

observation('observe.user-fields', { anyCredential: true }, async (tools) => {
  const { records } = await theList(tools)
  const types = new Map<string, Set<string>>()
  for (const record of records) {
    for (const [name, value] of Object.entries(record))
      types.set(name, (types.get(name) ?? new Set()).add(typeOf(value)))
  }
  return [...types].map(([name, seen]) => `${name} (${[...seen].sort().join(' or ')})`).join(', ')
})

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

observation('observe.list-shape', { anyCredential: true }, async (tools) => {
  const { answer } = await theList(tools)
  const [place = []] = placesOfRecords(answer.json)
  return place.length === 0
    ? 'at the top: the body is an array'
    : `in ${place.join('.')} of ${shapeOf(answer.json)}`
})

const pagings = ['limit=1', 'limit=1&offset=1', 'page=1', 'page=2', 'page_size=1', 'per_page=1'] as const

observation('observe.list-paging', { anyCredential: true }, async (tools) => {
  const whole = await theList(tools)
  const all = ids(whole.records)
  const next = nextOf(whole.answer)
  // The report tells the size of a page, but not the number of users.
  const paged =
    next === undefined ? 'not paged by itself' : `paged by itself, ${whole.records.length} to a page`
  const findings: [string, string][] = []
  for (const query of pagings) {
    const { answer, records } = await ask(tools, whole.credential, query)
    findings.push([query, change(answer, records, all)])
  }
  return `${paged}; ${together(findings)}`
})

function nextOf({ json, exchange }: Answer): string | undefined {
  const next = field(json, 'next')
  if (typeof next === 'string' && next !== '') return 'next'
  return /rel="?next/.test(header(exchange.response.headers, 'link') ?? '') ? 'Link' : undefined
}

function change(answer: Answer, records: UserRecord[], all: readonly string[]): string {
  if (records.length === 0) return opens(answer) ? 'an empty list' : described(answer)
  const same = ids(records)
  if (same.length !== all.length) return `a list of ${same.length}`
  return sorted(same) === sorted(all)
    ? String(same) === String(all)
      ? 'no change'
      : 'another order'
    : 'other records'
}

/** What identifies a record: its id, else its username, else the names of its fields. */
const ids = (records: readonly UserRecord[]): string[] =>
  records.map((record) => JSON.stringify(record['id'] ?? record['username'] ?? Object.keys(record)))

const sorted = (values: readonly string[]): string => values.toSorted().join()

observation('observe.list-order', { anyCredential: true }, async (tools) => {
  const { credential, records } = await theList(tools)
  const again = await ask(tools, credential)
  const steady =
    String(ids(records)) === String(ids(again.records)) ? 'the same each time' : 'another each time'
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const by = names.flatMap((name) =>
    orderBy(records.map((record) => record[name])).map((way) => `${name} ${way}`),
  )
  return `${steady}; ${by.length === 0 ? 'sorted by no field' : `sorted by ${by.join(', ')}`}`
})

/** Tells whether values rise or fall; nothing if they are equal, missing, or too few. */
function orderBy(values: unknown[]): string[] {
  const kinds = new Set(values.map((value) => typeof value))
  if (values.length < 3 || kinds.size !== 1 || !(kinds.has('string') || kinds.has('number'))) return []
  if (new Set(values).size < values.length) return []
  const pairs = values.slice(1).map((value, at) => [values[at] as string, value as string] as const)
  if (pairs.every(([one, next]) => one < next)) return ['rising']
  return pairs.every(([one, next]) => one > next) ? ['falling'] : []
}

observation('observe.list-query', { anyCredential: true }, async (tools) => {
  const whole = await theList(tools)
  const all = ids(whole.records)
  const nobody = tools.run.random.word(12)
  const queries = [
    ['search', `search=${nobody}`],
    ['username', `username=${nobody}`],
    ['q', `q=${nobody}`],
    ['ordering', 'ordering=-username'],
    ['format', 'format=json'],
    ['an unknown one', 'conformance-unknown=1'],
  ] as const
  const findings: [string, string][] = []
  for (const [what, query] of queries) {
    const { answer, records } = await ask(tools, whole.credential, query)
    findings.push([what, change(answer, records, all)])
  }
  return together(findings)
})

const accepts = ['text/html', 'application/xml', 'text/csv', '*/*', ''] as const

observation('observe.list-other-formats', { anyCredential: true }, async (tools) => {
  const { api } = tools
  const { credential } = await theList(tools)
  const findings: [string, string][] = []
  for (const accept of accepts) {
    const answer = await api.list(api.listFamily(), credential, { accept })
    findings.push([accept === '' ? 'no Accept' : accept, described(answer)])
  }
  return together(findings)
})
