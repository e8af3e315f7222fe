// An example of a client, which adapter.mjs drives; your own client replaces it. It needs only Node.
import { createHmac } from 'node:crypto'

const env = (name) => process.env[`CONFORMANCE_${name}`]
const base = new URL(env('BASE_URL'))
const prefix = base.pathname.replace(/\/$/, '')
const [login, list] = ['/api/v1/authentication/auth/', '/api/v1/users/users/']
let [method, ahead, token, cookies] = ['token', 0, undefined, new Map()]

/** Redirects are not followed: they could lead a credential to another origin. */
async function send(url, options = {}) {
  const headers = { accept: 'application/json', ...options.headers }
  const answer = await fetch(url, { ...options, headers, redirect: 'manual' })
  for (const text of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(text) ?? []
    if (name) cookies.set(name, value)
  }
  return { status: answer.status, after: answer.headers.get('retry-after'), body: await answer.text() }
}
async function post(url, fields, headers = {}) {
  const body = JSON.stringify(fields)
  const answer = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return parsed(answer.body) ?? {}
}
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
function code() {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...env('OTP_SECRET')]
    .map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + ahead) / 30)))
  const mac = createHmac('sha1', key).update(step).digest()
  return String((mac.readUInt32BE(mac.at(-1) & 15) & 0x7fffffff) % 1e6).padStart(6, '0')
}
async function logIn() {
  const which = method === 'mfa' ? 'MFA_' : ''
  const account = { username: env(`${which}USERNAME`), password: env(`${which}PASSWORD`) }
  let said = await post(env('BASE_URL') + login, account)
  if (said.code === 101) {
    const url = new URL(said.otp_url, `${base.origin}/`)
    if (url.origin !== base.origin) throw new Error('otp_url leads to another origin')
    if (!url.pathname.startsWith(`${prefix}/`)) url.pathname = prefix + url.pathname
    said = await post(url, { seed: said.seed, otp_code: code() }, { 'cache-control': 'no-cache' })
  }
  if (!said.token) throw new Error('the login was rejected')
  token = said.token
}
const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
async function logInByPage() {
  const page = await send(env('LOGIN_PAGE'))
  const csrf = /name="csrfmiddlewaretoken"\s+value="([^"]*)"/.exec(page.body)?.[1] ?? ''
  const form = { username: env('USERNAME'), password: env('PASSWORD'), csrfmiddlewaretoken: csrf }
  await send(env('LOGIN_PAGE'), {
    method: 'POST',
    headers: { cookie: cookie() },
    body: new URLSearchParams(form),
  })
}
function authorization() {
  if (method === 'session') return { cookie: cookie() }
  if (method === 'private-token') return { authorization: `Token ${env('PRIVATE_TOKEN')}` }
  if (method !== 'signature') return { authorization: `Bearer ${token}` }
  const date = new Date(Date.now() + ahead * 1000).toUTCString()
  const text = `(request-target): get ${prefix}${list}\naccept: application/json\ndate: ${date}`
  const signature = createHmac('sha256', env('KEY_SECRET')).update(text).digest('base64')
  const parameters = `keyId="${env('KEY_ID')}",algorithm="hmac-sha256",headers="(request-target) accept date"`
  return { date, authorization: `Signature ${parameters},signature="${signature}"` }
}
/** The first array of objects, wherever it stands. */
function records(value) {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && value.length > 0 && value.every((one) => one && typeof one === 'object'))
    return value
  return Object.values(value).map(records).find(Boolean)
}
export function use(wanted) {
  ;[method, token, cookies] = [wanted, undefined, new Map()]
}
export function advance(seconds) {
  ahead += seconds
}
export async function listUsers() {
  for (let tries = 1; ; tries++) {
    if (['token', 'mfa'].includes(method) && !token) await logIn()
    if (method === 'session' && !cookies.has('sessionid')) await logInByPage()
    const { status, after, body } = await send(env('BASE_URL') + list, { headers: authorization() })
    const found = status >= 200 && status < 300 ? records(parsed(body)) : undefined
    if (found) return found
    if (tries === 3 || status >= 500) throw new Error(`there was no list (${status})`)
    if (status === 429) await new Promise((resolve) => setTimeout(resolve, 1000 * Number(after ?? 1)))
    else if (['private-token', 'signature'].includes(method)) throw new Error(`there was no list (${status})`)
    else [token, cookies] = [undefined, new Map()]
  }
}
