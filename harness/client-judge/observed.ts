import type { Obligation } from './judged.ts'
import type { Played } from './played.ts'
import { readCalls, type CallKind } from './read-calls.ts'

const words: Record<CallKind, [one: string, many: string]> = {
  login: ['login', 'logins'],
  'second-step': ['second step', 'second steps'],
  list: ['list', 'lists'],
  page: ['page of the web login', 'pages of the web login'],
  other: ['other request', 'other requests'],
}

/**
 * Summarizes by kind the requests of a command that no rule judges: a client's own tests send invalid requests on purpose.
 */
export function observedNote(obligations: readonly Obligation[], played: Played): string | undefined {
  const reading = readCalls(played)
  const judged = new Set(
    obligations
      .filter(({ scenarios }) => scenarios === undefined)
      .flatMap(({ judge }) => judge(reading).flatMap((one) => one?.calls.map(({ number }) => number) ?? [])),
  )
  const left = reading.calls.filter(({ number }) => !judged.has(number))
  const counts = Object.entries(words).flatMap(([kind, [one, many]]) => {
    const count = left.filter((call) => call.kind === kind).length
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return counts.length === 0
    ? undefined
    : `observed, not judged, without an unaltered credential of this run: ${counts.join(', ')}`
}
