import type { PlayedOperation } from '../../harness/client-judge/played.ts'
import { whatChanged, whatIsNeither } from './escaping.ts'
import { callsOf, type Reading } from './obligation.ts'

/** Says what is wrong with the form of the last web login in an operation; undefined if it has name and password. */
export function whatIsWrongInForm(reading: Reading, list: PlayedOperation): string | undefined {
  const { username, password } = reading.played.told
  const form = callsOf(reading, list).findLast(
    ({ kind, request }) => kind === 'page' && request.method === 'POST',
  )
  if (!form) return undefined
  const { encoding, fields } = form
  if (encoding !== 'form') return encoding === 'json' ? 'the body is JSON' : whatIsNeither(form, [password])
  const given = { username, password }
  for (const [name, value] of Object.entries(given)) {
    if (!(name in fields)) return `there is no field ${name}`
    if (fields[name] !== value) return whatChanged(`the ${name}`, fields[name], [value])
  }
  return undefined
}
