import { type Call, headerValues } from '../../common/call.ts'
import { type Defect, wrapping } from '../change.ts'
import { isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, should } from '../shared/breach.ts'

/** The most characters that a column of the database takes. */
const column = 255

/** Texts that are too long for the server, or that it fails to read or to write. */
export const oddTextDefects: Record<string, Defect> = {
  'user-name-longer-than-its-column-answers-500': failing(
    'A username of more than 255 characters',
    (call) => {
      return isCall('login')(call) && textOf(call, 'username').length > column
    },
  ),
  'password-over-1000-characters-answers-500-on-newer-family': failing(
    'A password of more than 1000 characters on the newer path family',
    (call) => {
      return isCall('login', 'v1')(call) && textOf(call, 'password').length > 1000
    },
  ),
  'seed-longer-than-its-column-answers-500': failing('A seed of more than 255 characters', (call) => {
    return isCall('second-step')(call) && textOf(call, 'seed').length > column
  }),
  'code-with-half-a-pair-answers-500': failing('A code with half of a surrogate pair', (call) => {
    return isCall('second-step')(call) && /\p{Cs}/u.test(textOf(call, 'otp_code'))
  }),
  'code-too-great-for-a-number-answers-500': failing('A code of more than 255 digits', (call) => {
    return isCall('second-step')(call) && textOf(call, 'otp_code').length > column
  }),
  'token-longer-than-its-column-answers-500': failing('A token of more than 255 characters', (call) => {
    return (shown(call, 'Bearer')?.length ?? 0) > column
  }),
  'private-token-longer-than-its-column-answers-500': failing(
    'A private token of more than 255 characters',
    (call) => (shown(call, 'Token')?.length ?? 0) > column,
  ),
  'key-id-longer-than-its-column-answers-500': failing('A key ID of more than 255 characters', (call) => {
    return /keyId="[^"]{256}/.test(shown(call, 'Signature') ?? '')
  }),
  'token-in-three-parts-answers-500': failing('A token in three parts that are no signed claims', (call) => {
    return shown(call, 'Bearer')?.split('.').length === 3
  }),
  'basic-without-base64-answers-500': failing('Basic with a text that is no base64', (call) => {
    return /[^\w+/=-]/.test(shown(call, 'Basic') ?? '')
  }),
}

function textOf(call: Call, name: string): string {
  const value = membersOf(call.body)[name]
  return typeof value === 'string' ? value : ''
}

/** Returns what stands behind a scheme word in the request for a list. */
function shown(call: Call, word: string): string | undefined {
  const [value = ''] = isCall('list')(call) ? headerValues(call, 'authorization') : []
  return value.startsWith(`${word} `) ? value.slice(word.length + 1) : undefined
}

function failing(what: string, which: (call: Call) => boolean): Defect {
  const summary = `${what} ends in a server error.`
  return breaking(should('refusal.no-5xx'))(
    summary,
    wrapping('handle', (handle) => (handler, call, reply) => {
      if (which(call)) throw new Error(summary)
      return handle(handler, call, reply)
    }),
  )
}
