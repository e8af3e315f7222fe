import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import type { Header } from '../wire/exchange.ts'
import { createRandom, derivedSeed } from '../run/random.ts'
import type { Random } from '../run/run.ts'
import { codeAt } from './totp.ts'

/** The credentials that a client receives for a run. */
export interface Identities {
  plain: { username: string; password: string }
  mfa: { username: string; password: string; otpSecret: string }
  privateToken: { username: string; token: string }
  key: { username: string; keyId: string; keySecret: string }
  /** Everyone in the user list; absent for a server that is not ours, because they are unknown. */
  usernames?: readonly string[]
}

/** The identities on our own server; every value is new in each run. */
export interface OwnIdentities extends Identities {
  usernames: readonly string[]
  /** Header by which the proxy identifies itself to the server. */
  mark: Header
}

/**
 * What JSON, a form or a shell changes if it isn't escaped correctly. Each password has all of them, so that no client
 * passes by chance. Without its escaping, a backslash before an n is valid JSON for something else. Unicode's compatibility
 * forms turn ² into 2. The capital and the spaces around it are for clients that change letter case or trim what they are
 * given.
 */
const awkward = ['Q', 'ü', 'é', '²', '&', '=', '+', '%', '%41', '"', '\\n', ' ', '$', "'"]

/** How many one-time codes in a row begin with a zero, from the start of the run. */
const zeroCodes = 3

/** Draws a secret whose codes begin with a zero for a minute or more: a client that turns them into numbers loses it. */
function drawOtpSecret(seed: number, nowMs: number): string {
  const random = createRandom(derivedSeed(seed, 'one-time codes'))
  const steps = Array.from({ length: zeroCodes }, (_, step) => nowMs + step * 30_000)
  let secret = base32(random)
  while (!steps.every((atMs) => codeAt(secret, atMs).startsWith('0'))) secret = base32(random)
  return secret
}

const base32 = ({ below }: Random) =>
  Array.from({ length: 32 }, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[below(32)]).join('')

/**
 * Creates identities from the seed, so that a run can be repeated. Only the secret of the one-time codes also depends on the
 * time, as the codes do.
 */
export function createIdentities(seed: number, nowMs: number): OwnIdentities {
  const random = createRandom(derivedSeed(seed, 'identities'))
  const { word } = random
  const hash = (name: string) => createHash('sha256').update(`${seed} ${name} ${word(20)}`)
  const uuid = (name: string) =>
    hash(name)
      .digest('hex')
      .slice(0, 32)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const password = () => {
    const signs = [...awkward]
    const parts = awkward.map(() => signs.splice(random.below(signs.length), 1).join('') + word(2))
    return ` ${word(6)}${parts.join('')} `
  }
  const plain = { username: `CORP\\nann.${word(6)}+x@example.org`, password: password() }
  const mfa = { username: `Ben-${word(6)}`, password: password(), otpSecret: drawOtpSecret(seed, nowMs) }
  const privateToken = { username: `cal-${word(6)}`, token: `+/${hash('private token').digest('base64')}` }
  // Letters of either case: each character of the secret counts.
  const keySecret = `${uuid('key secret').slice(0, -2)}aB`
  const key = { username: `dot-${word(6)}`, keyId: uuid('key id'), keySecret }
  const others = Array.from(
    { length: 2 + random.below(3) },
    (_, at) => `${at === 0 ? 'Zoë' : 'user'}-${word(8)}`,
  )
  return {
    plain,
    mfa,
    privateToken,
    key,
    usernames: [plain, mfa, privateToken, key].map(({ username }) => username).concat(others),
    mark: ['x-conformance-run', word(24)],
  }
}

/** Returns the seed file that gives the reference server exactly these accounts. */
export function seedFileOf({ plain, mfa, privateToken, key, usernames }: OwnIdentities): string {
  const known = [
    { ...plain },
    { ...mfa },
    {
      username: privateToken.username,
      password: `${privateToken.token}-p`,
      privateToken: privateToken.token,
    },
    {
      username: key.username,
      password: `${key.keySecret}-p`,
      accessKeys: [{ keyId: key.keyId, keySecret: key.keySecret }],
    },
  ]
  const others = usernames
    .filter((name) => !known.some(({ username }) => username === name))
    .map((username) => ({ username, password: `${key.keySecret}-${username}` }))
  return stringify({ accounts: [...known, ...others] })
}

/** Values given to a client, in addition to the environment that it inherits. */
export type Told = Record<(typeof toldNames)[number], string>

export const toldNames = [
  'baseUrl',
  'username',
  'password',
  'mfaUsername',
  'mfaPassword',
  'otpSecret',
  'privateToken',
  'keyId',
  'keySecret',
  'loginPage',
  'clockUrl',
] as const

/** A placeholder in a value of `env`. */
export const placeholder = /\{(\w+)\}/g

export const toldOf = (
  { plain, mfa, privateToken, key }: Identities,
  { baseUrl, loginPage, clockUrl }: Pick<Told, 'baseUrl' | 'loginPage' | 'clockUrl'>,
): Told => ({
  baseUrl,
  username: plain.username,
  password: plain.password,
  mfaUsername: mfa.username,
  mfaPassword: mfa.password,
  otpSecret: mfa.otpSecret,
  privateToken: privateToken.token,
  keyId: key.keyId,
  keySecret: key.keySecret,
  loginPage,
  clockUrl,
})

/**
 * Returns `CONFORMANCE_BASE_URL` and the other variables. `extra` adds the client's own names: `{ API_URL: '{baseUrl}' }`.
 */
export function environmentOf(
  told: Told,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const own = Object.entries(told).map(([name, value]): [string, string] => [
    `CONFORMANCE_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
    value,
  ])
  const filled = Object.entries(extra).map(([name, text]): [string, string] => [
    name,
    text.replace(placeholder, (whole, field: string) => (field in told ? told[field as keyof Told] : whole)),
  ])
  return Object.fromEntries([...own, ...filled])
}

/** Passwords have no spaces around them here: a client may send them without. */
export const secretsOf = ({ plain, mfa, privateToken, key }: Identities) => [
  { value: plain.password.trim(), label: 'the password' },
  { value: mfa.password.trim(), label: 'the password of the account with a second factor' },
  { value: mfa.otpSecret, label: 'the secret of the one-time codes' },
  { value: privateToken.token, label: 'the private token' },
  { value: key.keySecret, label: 'the key secret' },
]
