import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { attempt } from '../../../harness/wire/attempt.ts'
import { objectIn } from '../../../harness/wire/shown/json-in.ts'
import { listenLocally } from '../../../harness/wire/listen-locally.ts'

/** Rejected logins and second steps, as a server counts them. */
export interface Rejections {
  total: number
  /** By username: in the whole run, and the most in a row. */
  accounts: Record<string, { inAll: number; mostInARow: number }>
}

/**
 * Starts a proxy in front of a server that counts what it rejects. It looks only at the bytes and shares no code with the
 * suite's own ledger. Everything posted to a path of a login or a second step counts, unless the answer is a token or a
 * challenge, the web login redirects or shows a page without a form, or a redirect is to be followed.
 */
export async function startCountingProxy(behind: string) {
  const { hostname, port, pathname } = new URL(behind)
  const unknown = new URL('nobody-knows-this/', behind.replace(/\/?$/, '/'))
  const counter = createCounter(await saidOf(unknown))
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => pass(incoming, outgoing, body))
  })

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    outgoing.sendDate = false
    const passed = request(
      {
        host: hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.rawHeaders,
        agent: false,
      },
      (response) => {
        void buffer(response).then((answer) => {
          counter.saw(incoming, String(body), response, answer)
          const headers = response.rawHeaders.flatMap((name, at, all) =>
            at % 2 === 0 && !hopByHop.has(name.toLowerCase()) ? [name, all[at + 1] ?? ''] : [],
          )
          outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, headers).end(answer)
        })
      },
    )
    passed.on('error', () => outgoing.destroy())
    passed.end(body)
  }

  const { url, stop } = await listenLocally(server)
  return { url: url + pathname.replace(/\/$/, ''), rejections: counter.rejections, stop }
}

const hopByHop = new Set(['connection', 'transfer-encoding', 'keep-alive'])

/** Returns what a server answers at a path, without the path. */
async function saidOf(url: URL): Promise<string> {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual' }).catch(() => undefined)
  return answer ? withoutPath(await answer.text(), url.pathname) : ''
}

const withoutPath = (text: string, path: string): string => text.replaceAll(path, '')

/** @param unknown the answer at an unknown path */
function createCounter(unknown: string) {
  const rejected: Rejections = { total: 0, accounts: {} }
  const inARow = new Map<string, number>()
  const ownerOfSeed = new Map<string, string>()
  return {
    rejections: () => rejected,
    saw(
      { method, url = '', headers }: IncomingMessage,
      sent: string,
      response: IncomingMessage,
      answer: Buffer,
    ) {
      if (method !== 'POST' || !/auth|otp|mfa|login/i.test(url)) return
      const status = response.statusCode ?? 0
      if ([307, 308, 429, 502, 503, 504].includes(status)) return
      // If no route answers, it is no login: other spellings of the path, and those of a family that doesn't exist.
      const isLoginPath = /\/api\/(users\/v1\/(otp\/)?|v1\/authentication\/)auth\/($|\?)/.test(url)
      if ([404, 405].includes(status) && !isLoginPath) return
      const fields = fieldsOf(sent, headers['content-type'])
      const text = decoded(answer, response.headers['content-encoding'])
      if (status === 404 && withoutPath(text, url) === unknown) return
      const json = objectIn(text)
      const seed = typeof fields['seed'] === 'string' ? fields['seed'] : undefined
      const named = typeof fields['username'] === 'string' ? fields['username'] : undefined
      const owner = (seed === undefined ? undefined : ownerOfSeed.get(seed)) ?? named
      const isWeb = !/\/api\//i.test(url)
      const leadsOn = status >= 300 && status < 400 && !/\/login\/?$/.test(response.headers.location ?? '')
      const hasToken = typeof json['token'] === 'string' && json['token'] !== ''
      const getsIn = hasToken || (isWeb && (leadsOn || (status === 200 && !text.includes('<form'))))
      if (getsIn) {
        if (owner !== undefined) inARow.delete(owner)
        return
      }
      if (typeof json['seed'] === 'string') {
        if (named !== undefined) ownerOfSeed.set(json['seed'], named)
        return
      }
      const goesOn = json['code'] === 101 || json['error'] === 'mfa_required' || json['msg'] === 'ok'
      if (goesOn) return
      rejected.total++
      if (owner === undefined || owner === '') return
      const row = (inARow.get(owner) ?? 0) + 1
      inARow.set(owner, row)
      const { inAll = 0, mostInARow = 0 } = rejected.accounts[owner] ?? {}
      rejected.accounts[owner] = { inAll: inAll + 1, mostInARow: Math.max(mostInARow, row) }
    },
  }
}

function fieldsOf(body: string, type = ''): Record<string, unknown> {
  return type.includes('form-urlencoded') ? Object.fromEntries(new URLSearchParams(body)) : objectIn(body)
}

function decoded(body: Buffer, encoding = ''): string {
  const decode = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[encoding]
  return attempt(() => String(decode ? decode(body) : body), '')
}
