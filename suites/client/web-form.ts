import type { PlayedOperation } from '../../harness/client-judge/played.ts'
import { text } from '../../harness/client-judge/read-calls.ts'
import { headersOf } from '../../harness/client-judge/recorded.ts'
import { hiddenFields } from '../../harness/client/web/login-form.ts'
import { whatChanged, whatIsNeither } from './escaping.ts'
import { callsOf, header, type Call, type Reading } from './obligation.ts'

/** Says what is wrong with the form of the last web login in an operation; undefined if it has all fields. */
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
  const page = reading.calls.findLast(
    ({ kind, request, number }) => kind === 'page' && request.method === 'GET' && number < form.number,
  )
  return page && whatIsLeftOut(page, form)
}

/** Says what the login page gave that the form was sent without, such as the field and the cookie against forged requests. */
function whatIsLeftOut({ answer }: Call, form: Call): string | undefined {
  if (!answer) return undefined
  const missing = [...hiddenFields(text(answer.body)).keys()].find((name) => !(name in form.fields))
  if (missing !== undefined) return `the page's hidden field ${missing} is missing`
  const isWithout = headersOf(answer.headers, 'set-cookie').length > 0 && header(form, 'cookie') === undefined
  return isWithout ? 'the cookies that the page set are missing' : undefined
}
