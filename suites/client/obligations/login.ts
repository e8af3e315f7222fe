import { loginPath } from '../../../harness/facts/families.ts'
import { maskTarget } from '../../../harness/wire/shown/mask-fields.ts'
import { leadsTo, text } from '../../../harness/client-judge/read-calls.ts'
import { isSameQuery } from '../../../harness/client-judge/same-url.ts'
import {
  broken,
  demand,
  essence,
  header,
  inScenario,
  kept,
  obligation,
  ofEach,
  threeLoginsAtMost,
  type Call,
  type Reading,
} from '../obligation.ts'
import { hasParts, hasRaw, isPrintable, whatChanged, whatIsNeither } from '../escaping.ts'
import { givenSecrets, hasCode, isIn } from '../secrets.ts'
import { signed } from './signature.ts'
import { headersWith } from './token.ts'

/**
 * True if a client's own tests send a valid credential to another path: there, the name and password beside it have another
 * purpose.
 */
function isSignedIn(reading: Reading, call: Call): boolean {
  const { played, tokens, cookies } = reading
  if (played.kind === 'scenario' || Object.values(loginPath).includes(call.path)) return false
  const valid = [...tokens.map(({ text: token }) => token), played.identities.privateToken.token]
  return (
    valid.some((one) => headersWith(reading, call, one).length > 0) ||
    call.sessionIds.some((id) => cookies.some(({ value }) => value === id)) ||
    signed(reading).includes(call)
  )
}

/** Returns the requests meant as a login. In a client's own tests, only those with this run's name and password. */
function credentialRequests(reading: Reading): Call[] {
  const { calls, played } = reading
  const { plain, mfa } = played.identities
  const sent = ({ fields, query }: Call) =>
    [...Object.values(fields), ...new URLSearchParams(query).values()].map(String)
  // A password without its username may have another purpose, such as changing it, or checking that it is rejected.
  const carries = (call: Call) => {
    const values = sent(call)
    return [plain, mfa].some(
      ({ username, password }) =>
        hasRaw(call, username, password) ||
        hasParts(call, username, password) ||
        (values.includes(password) && (played.kind === 'scenario' || values.includes(username))),
    )
  }
  return calls.filter(
    (call) =>
      call.kind === 'login' &&
      !isSignedIn(reading, call) &&
      (carries(call) || (played.kind === 'scenario' && !/^(GET|HEAD|OPTIONS)$/.test(call.request.method))),
  )
}

const passwordsOf = ({ played: { identities } }: Reading) => [
  identities.plain.password,
  identities.mfa.password,
]

const inBody = (reading: Reading) =>
  credentialRequests(reading).filter(({ query, encoding }) => encoding !== 'none' || query === '')

const withFields = (reading: Reading) =>
  inBody(reading).filter(({ encoding }) => encoding === 'json' || encoding === 'form')

const typeFor = ({ encoding }: Call) =>
  encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'

/** True if the server itself redirected to this request. */
export const wasLedTo = ({ calls }: Reading, call: Call): boolean =>
  calls.some(({ answer }) =>
    answer?.headers.some(
      ([name, value]) => name.toLowerCase() === 'location' && value.endsWith(call.request.target),
    ),
  )

export const loginObligations = [
  ofEach('client.login-post', credentialRequests, {
    wanted: 'a POST',
    holds: ({ request }) => request.method === 'POST',
    got: ({ request }) => `it was sent with ${request.method}`,
  }),
  ofEach('client.login-path', credentialRequests, {
    wanted: `${Object.values(loginPath).join(' or ')} below the base URL`,
    holds: (call, reading) => Object.values(loginPath).includes(call.path) || wasLedTo(reading, call),
    got: ({ request }) => `it was sent to ${request.target.split('?')[0]}`,
  }),
  ofEach('client.login-fields', withFields, {
    wanted: 'the fields username and password',
    holds: ({ fields }) => 'username' in fields && 'password' in fields,
    got: ({ fields }) => `the fields are ${Object.keys(fields).join(', ')}`,
  }),
  obligation('client.login-values', {
    judge: inScenario((reading) => {
      const { username, password, mfaUsername, mfaPassword } = reading.played.told
      return inBody(reading)
        .filter(({ fields }) => 'username' in fields && 'password' in fields)
        .map((call) => {
          const { username: name, password: word } = call.fields
          const isGiven =
            (name === username && word === password) || (name === mfaUsername && word === mfaPassword)
          return demand(isGiven, call, 'username and password as they were given', () => {
            const isName = name === username || name === mfaUsername
            const what = isName ? 'the password' : 'the username'
            const given = isName ? (name === username ? [password] : [mfaPassword]) : [username, mfaUsername]
            return whatChanged(what, isName ? word : name, given)
          })
        })
    }),
  }),
  ofEach('client.login-body', inBody, {
    wanted: 'a JSON object or form-encoded fields',
    holds: (call) => call.encoding === 'json' || (call.encoding === 'form' && isPrintable(call)),
    got: (call, reading) => whatIsNeither(call, passwordsOf(reading)),
  }),
  ofEach('client.login-content-type', withFields, {
    wanted: (call) => `the content type ${typeFor(call)}`,
    holds: (call) => essence(call) === typeFor(call),
    got: (call) => (header(call, 'content-type') === undefined ? 'there is none' : `it is ${essence(call)}`),
  }),
  obligation('client.login-attempts', {
    scenarios: ['wrong-password', 'wrong-password-mfa', 'wrong-password-session', 'second-step-rejected'],
    judge: (reading) => reading.played.operations.map((operation) => threeLoginsAtMost(reading, operation)),
  }),
  obligation('client.no-secret-in-url', {
    judge: (reading) => secretsAt(reading, 'the URL', (call) => ownUrl(reading, call)),
  }),
  obligation('client.no-secret-in-referer', {
    judge: (reading) => secretsAt(reading, 'the Referer', (call) => header(call, 'referer') ?? ''),
  }),
]

/** Returns the part of a URL that is not from an `otp_url`, which may have the seed in it. */
function ownUrl({ challenges, played }: Reading, { request, path, query }: Call): string {
  const leading = challenges.filter(({ otpUrl }) => leadsTo(otpUrl, played.prefix, path))
  if (leading.length === 0) return request.target
  return leading.some(({ otpUrl }) => isSameQuery(otpUrl.split(/\?(.*)/s)[1] ?? '', query)) ? '' : query
}

/** Judges every request that carries a secret. */
function secretsAt(reading: Reading, where: string, at: (call: Call) => string) {
  const ours = signed(reading)
  return reading.calls
    .filter((call) => call.at === 'api')
    .map((call) => {
      const secrets = givenSecrets(reading, call)
      const found = secrets.find(({ value }) => isIn(at(call), value))
      const label = found?.label ?? (hasCode(reading, call, at(call)) ? 'a one-time code' : undefined)
      if (label) return broken(`no secret in ${where}`, `${label} is in it: ${maskedPlace(call)}`, call)
      const isAuthorized = ours.includes(call) || secrets.some(({ value }) => isCarried(reading, call, value))
      return isAuthorized ? kept(call) : undefined
    })
}

const maskedPlace = ({ request }: Call) => `${request.method} ${maskTarget(request.target)}`

/** True if a header or the body carries the value; in a client's own tests, only if unaltered. */
function isCarried(reading: Reading, call: Call, value: string): boolean {
  const { headers, body } = call.request
  if (reading.played.kind === 'command')
    return headersWith(reading, call, value).length > 0 || Object.values(call.fields).includes(value)
  return isIn([...headers.map(([, one]) => one), text(body)].join('\n'), value)
}
