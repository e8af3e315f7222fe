import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { headerValues } from '../../common/call.ts'
import { choose, type Variation, ofEach, wrap } from '../change.ts'
import { httpDate, machineTime } from '../../common/clock.ts'
import type { Parts } from '../../server/parts.ts'
import { Problem } from '../../server/problems.ts'
import { legal, sending, extending, rejectingRequests } from '../legal.ts'

/** True unless gzip is missing, or has a weight of zero (RFC 9110, section 12.5.3). */
const acceptsGzip = (accepted: string) =>
  /(^|,)\s*(x-)?gzip\s*(,|;|$)/i.test(accepted) && !/\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/i.test(accepted)

/** Splits a body after its first byte, and in the middle of each letter beyond ASCII. */
function inChunks(body: Buffer): Buffer[] {
  const leads = [...body.keys()].filter((at) => at === 0 || (body[at] ?? 0) > 0xbf)
  const ends = leads.map((at) => at + 1)
  return [0, ...ends]
    .map((begin, index) => body.subarray(begin, ends[index]))
    .filter(({ length }) => length > 0)
}

/** What HTTP leaves open. */
export const transportVariations: Record<string, Variation> = {
  'no-date-header': legal('Responses have no Date header.', choose({ sendsDate: false })),
  'answers-are-gzip': legal('Bodies are compressed with gzip.', (parts) => {
    sending(parts, (reply, body) => {
      if (typeof body !== 'string' || body === '') return body
      reply.header('content-encoding', 'gzip').removeHeader('content-length')
      return gzipSync(body)
    })
  }),
  'answers-are-gzip-if-accepted': legal('Bodies are compressed for clients that accept gzip.', (parts) => {
    sending(parts, (reply, body, { headers }) => {
      if (typeof body !== 'string' || body === '' || !acceptsGzip(String(headers['accept-encoding'])))
        return body
      reply
        .header('content-encoding', 'gzip')
        .header('vary', 'accept-encoding')
        .removeHeader('content-length')
      return gzipSync(body)
    })
  }),
  'answers-are-chunked': legal('Bodies come in chunks, without a length.', (parts) => {
    sending(parts, (reply, body) => {
      if (typeof body !== 'string' || body === '') return body
      reply.removeHeader('content-length')
      return Readable.from(inChunks(Buffer.from(body)))
    })
  }),
  'answers-are-gzip-in-transfer': legal(
    'Bodies are compressed on their way, by Transfer-Encoding.',
    (parts) => {
      sending(parts, (reply, body) => {
        if (typeof body !== 'string' || body === '') return body
        reply.header('transfer-encoding', 'gzip, chunked').removeHeader('content-length')
        return Readable.from([gzipSync(body)])
      })
    },
  ),
  'connections-are-closed': legal('Each response closes its connection.', (parts) => {
    withHeader(parts, 'connection', 'close')
  }),
  'idle-connections-answered-408': legal(
    'An idle connection gets 408 after a tenth of a second, and is closed.',
    (parts) => {
      const timers = new WeakMap<object, NodeJS.Timeout>()
      parts.extensions.push((app) => {
        app.addHook('onRequest', async ({ raw }) => clearTimeout(timers.get(raw.socket)))
        app.addHook('onResponse', async ({ raw: { socket } }) => {
          const tell = () => void (socket.writable && socket.end(tooLate))
          timers.set(socket, setTimeout(tell, 100))
        })
      })
    },
  ),
  'connections-end-silently': legal(
    'A connection is closed without a word at its second request, although keep-alive was announced.',
    (parts) => {
      const used = new WeakSet<object>()
      parts.extensions.push((app) => {
        app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
          if (!used.has(socket)) {
            used.add(socket)
            return done()
          }
          reply.hijack()
          socket.destroy()
        })
      })
    },
  ),
  'unasked-100-continue': legal(
    'Each response comes after a 100 Continue that nobody asked for.',
    extending((app) => {
      app.addHook('onRequest', async (_request, reply) => reply.raw.writeContinue())
    }),
  ),
  'early-hints-before-100-continue': legal(
    'Each response comes after early hints and a 100 Continue that nobody asked for.',
    extending((app) => {
      app.addHook('onRequest', async (_request, { raw }) => {
        raw.writeEarlyHints({ link: '</style.css>; rel=preload' })
        raw.writeContinue()
      })
    }),
  ),
  'header-names-in-capitals': legal('Names of header fields are in capitals.', (parts) => {
    onHead(parts, (head) => head.replaceAll(/^[\w-]+(?=:)/gm, (name) => name.toUpperCase()))
  }),
  'answers-are-http-1.0': legal('Responses use HTTP/1.0.', (parts) => {
    withHeader(parts, 'connection', 'close')
    onHead(parts, (head) => head.replace('HTTP/1.1', 'HTTP/1.0'))
  }),
  'no-reason-phrase': legal('The status line has no reason phrase.', (parts) => {
    onHead(parts, (head) => head.replace(/^(HTTP\/1.1 \d+ ).*/, '$1'))
  }),
  'cors-headers': legal('Responses have the headers of cross-origin requests.', (parts) => {
    withHeader(parts, 'access-control-allow-origin', '*')
    withHeader(parts, 'vary', 'Accept, Accept-Language, Cookie, Origin')
  }),
  'authenticate-headers': legal(
    'A rejection names several schemes in several fields.',
    choose({ wwwAuthenticate: 'Bearer realm="api", Token, Signature headers="(request-target) date"' }),
  ),
  'cookie-with-every-answer': legal(
    'Each response sets cookies of a load balancer and of a language.',
    (parts) => {
      sending(parts, (reply, body) => {
        reply.header('set-cookie', 'node=a1b2c3; Path=/').header('set-cookie', 'django_language=zh; Path=/')
        return body
      })
    },
  ),
  'deep-path-prefix': legal(
    'Every path has a long prefix with capitals and special characters.',
    choose({ basePath: '/a/B-c_d~E/v1/users' }),
  ),
  'path-prefix': legal(
    'Every path has a prefix, and otp_url includes it.',
    choose({ basePath: '/service/one' }),
  ),
  'connections-to-other-names-end': legal(
    'A request to another host than the address of the server gets no answer.',
    extending((app) => {
      app.addHook('onRequest', ({ host, raw: { socket } }, reply, done) => {
        if (/^[\d.]+:\d+$/.test(host)) return done()
        reply.hijack()
        socket.destroy()
      })
    }),
  ),
  'user-agent-demanded': legal(
    'Requests without a User-Agent are rejected.',
    rejectingRequests(403, 'who are you?', ({ headers }) => headers['user-agent'] === undefined),
  ),
  'json-demanded': legal(
    'Requests to the API are rejected unless they accept application/json alone.',
    (parts) => {
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        if (call.family && headerValues(call, 'accept').join() !== 'application/json')
          throw new Problem('malformed', 'the API speaks JSON')
        return handle(handler, call, reply)
      })
    },
  ),
  'request-ids-rejected': legal(
    'Requests with a header that the gateway does not know are rejected.',
    rejectingRequests(400, 'unknown header', ({ headers }) => headers['x-request-id'] !== undefined),
    { notApplicable: ['signature.unsigned-headers', 'signature.header-bound'] },
  ),
  'repeated-headers-rejected': legal(
    'Requests with two header fields of one name are rejected.',
    rejectingRequests(400, 'repeated header', ({ raw }) => {
      const names = raw.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
      return new Set(names).size < names.length
    }),
    { notApplicable: ['signature.repeated-header'] },
  ),
  'quoted-cookies-rejected': legal(
    'Requests with a quoted cookie are rejected.',
    rejectingRequests(400, 'quoted cookie', ({ headers: { cookie = '' } }) => cookie.includes('"')),
    { excludes: ['session-cookie-in-quotes'] },
  ),
  'every-hundredth-answer-slow': legal('Now and then a response takes a fifth of a second.', (parts) => {
    let count = 0
    wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
      if (++count % 100 === 0) await sleep(200)
      return handle(handler, call, reply)
    })
  }),
  'clock-ahead-seven-minutes': legal('The server clock is ahead of real time.', ({ clock }) => {
    clock.advance({ minutes: 7 })
  }),
  'clock-ahead-a-year': legal('The server clock is ahead of real time.', ({ clock }) => {
    clock.advance({ hours: 365 * 24 })
  }),
  ...ofEach([-420, -1_000_000], (seconds) => [
    `clock-behind-${-seconds}-seconds`,
    legal('The server clock is behind real time.', ({ clock }) => {
      const now = clock.now
      clock.now = () => now() + seconds * 1000
    }),
  ]),
  'date-header-is-real-time': legal(
    "The Date header has the machine's time, whatever the server clock.",
    (parts) => {
      parts.choices.sendsDate = false
      sending(parts, (reply, body) => {
        reply.header('date', httpDate(machineTime()))
        return body
      })
    },
  ),
}

const tooLate = [
  'HTTP/1.1 408 Request Timeout',
  'Connection: close',
  'Content-Type: application/json',
  'Content-Length: 27',
  '',
  '{"error":"request timeout"}',
].join('\r\n')

function withHeader(parts: Parts, name: string, value: string): void {
  parts.extensions.push((app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header(name, value))
  })
}

/** Changes the head of each answer as it is written to the connection. */
function onHead(parts: Parts, change: (head: string) => string): void {
  parts.extensions.push((app) => {
    app.addHook('onRequest', async (_request, reply) => {
      const raw = reply.raw as unknown as { _header: string; _storeHeader: (...all: unknown[]) => void }
      const store = raw._storeHeader
      raw._storeHeader = function (...all: unknown[]) {
        store.apply(this, all)
        this._header = change(this._header)
      }
    })
  })
}
