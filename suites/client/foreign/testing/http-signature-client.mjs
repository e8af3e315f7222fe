// A client of undici and npm's http-signature that speaks the line protocol.
import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'

const httpSignature = createRequire(import.meta.url)('http-signature')
const env = (name) => process.env[`CONFORMANCE_${name}`]
const base = new URL(env('BASE_URL'))
const prefix = base.pathname.replace(/\/$/, '')
const list = `${prefix}/api/v1/users/users/`
const state = { method: 'token', ahead: 0, token: undefined, cookies: {} }

async function send(method, url, headers = {}, body) {
  const answer = await request(url, { method, headers: { accept: 'application/json', ...headers }, body })
  for (const text of [answer.headers['set-cookie'] ?? []].flat()) {
    const [pair] = text.split(';')
    state.cookies[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1)
  }
  const text = await answer.body.text()
  let said
  try {
    said = JSON.parse(text)
  } catch {
    said = undefined
  }
  return { status: answer.statusCode, headers: answer.headers, text, said }
}
const json = { 'content-type': 'application/json' }

function code() {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...env('OTP_SECRET')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('')
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + state.ahead) / 30)))
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))
  const mac = createHmac('sha1', key).update(step).digest()
  return String((mac.readUInt32BE(mac.at(-1) & 15) & 0x7fffffff) % 1e6).padStart(6, '0')
}

async function logIn() {
  const which = state.method === 'mfa' ? 'MFA_' : ''
  const account = { username: env(`${which}USERNAME`), password: env(`${which}PASSWORD`) }
  let { said = {} } = await send(
    'POST',
    `${env('BASE_URL')}/api/v1/authentication/auth/`,
    json,
    JSON.stringify(account),
  )
  if (said.code === 101) {
    const url = new URL(said.otp_url, base.origin)
    if (url.origin !== base.origin) throw new Error('otp_url leads elsewhere')
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname : prefix + url.pathname
    const body = JSON.stringify({ seed: said.seed, otp_code: code() })
    said =
      (await send('POST', base.origin + path + url.search, { ...json, 'cache-control': 'no-cache' }, body))
        .said ?? {}
  }
  if (typeof said.token !== 'string') throw new Error('the login was rejected')
  state.token = said.token
}
const cookie = () =>
  Object.entries(state.cookies)
    .map((pair) => pair.join('='))
    .join('; ')

async function logInByPage() {
  const page = await send('GET', env('LOGIN_PAGE'))
  const [, csrf = ''] = /name="csrfmiddlewaretoken"\s+value="([^"]*)"/.exec(page.text) ?? []
  const form = { username: env('USERNAME'), password: env('PASSWORD'), csrfmiddlewaretoken: csrf }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: cookie() }
  await send('POST', env('LOGIN_PAGE'), headers, new URLSearchParams(form).toString())
}

/** http-signature wants something like a request of node:http. */
function signed() {
  const headers = {
    accept: 'application/json',
    host: base.host,
    date: new Date(Date.now() + state.ahead * 1000).toUTCString(),
  }
  const like = {
    method: 'GET',
    path: list,
    getHeader: (name) => headers[name.toLowerCase()],
    setHeader: (name, value) => void (headers[name.toLowerCase()] = value),
  }
  const names = ['(request-target)', 'host', 'accept', 'date']
  httpSignature.sign(like, {
    keyId: env('KEY_ID'),
    key: env('KEY_SECRET'),
    algorithm: 'hmac-sha256',
    headers: names,
  })
  return headers
}

const credential = {
  token: () => ({ authorization: `Bearer ${state.token}` }),
  mfa: () => ({ authorization: `Bearer ${state.token}` }),
  'private-token': () => ({ authorization: `Token ${env('PRIVATE_TOKEN')}` }),
  session: () => ({ cookie: cookie() }),
  signature: signed,
}

function records(value) {
  if (typeof value !== 'object' || value === null) return undefined
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((one) => one && typeof one === 'object')
  return isList ? value : Object.values(value).map(records).find(Boolean)
}

async function users() {
  for (let tries = 0; tries < 3; tries++) {
    if (['token', 'mfa'].includes(state.method) && state.token === undefined) await logIn()
    if (state.method === 'session' && state.cookies.sessionid === undefined) await logInByPage()
    const { status, headers, said } = await send('GET', base.origin + list, credential[state.method]())
    const found = status < 300 ? records(said) : undefined
    if (found) return found
    if (status === 429) {
      await sleep(1000 * Number(headers['retry-after']))
      continue
    }
    if (status >= 500 || ['private-token', 'signature'].includes(state.method)) break
    Object.assign(state, { token: undefined, cookies: {} })
  }
  throw new Error('there was no list')
}

for await (const line of createInterface({ input: process.stdin })) {
  const { op, method, seconds } = JSON.parse(line)
  let answer = { ok: true }
  if (op === 'use') Object.assign(state, { method, token: undefined, cookies: {} })
  if (op === 'advance') state.ahead += seconds
  if (op === 'list')
    answer = await users().then(
      (found) => ({ ok: true, users: found }),
      (error) => ({ ok: false, error: String(error) }),
    )
  console.log(JSON.stringify(answer))
}
