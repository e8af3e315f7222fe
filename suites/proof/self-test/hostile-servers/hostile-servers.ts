import { createServer, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { formTricks, otpUrlTricks, redirectTricks } from './other-origins.ts'

/** A server that tries to hang, fill up or mislead the suite. */
export interface HostileServer {
  name: string
  /** False if it never answers with complete HTTP. */
  isHttp?: boolean
  /** @param elsewhere URL of another origin that must never be contacted */
  create(elsewhere: string): Server
}

const mebibyte = 1024 * 1024
const record = { id: '7d0f5c58', username: 'ada', email: 'ada@example.org' }
const token = '"token":"a-token-for-everyone-3f9c2d71"'
const challenge = { code: 101, msg: 'm', seed: 's33d-s33d-s33d' }
const times = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))
const form = (inside: string) => `<form method="post">${inside}<input type=password name=password></form>`

export const hostileServers = {
  alone: [
    json('rejection-behind-33-mib', () => Buffer.from(`{"padding":"${'x'.repeat(33 * mebibyte)}",${token}}`)),
    json('list-of-20-mib', () =>
      Buffer.from(JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ ...record, id })))),
    ),
    http('changing-list', changingList()),
    json('many-arrays', () => `[${times('[],', 3_000_000)}[]]`),
    json('many-records', () => `[${times('{"a":1},', 8_000_000)}{}]`),
    json('many-names', () => `{${Array.from({ length: 1_000_000 }, (_, at) => `"n${at}":{}`).join()}}`),
  ],
  deep: [
    json('deep-arrays', () => '['.repeat(300_000) + ']'.repeat(300_000)),
    json('deep-objects', () => `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`),
    json('deep-record', () => `[{"username":"ada","x":${'['.repeat(300_000)}${']'.repeat(300_000)}}]`),
    json('deep-token', () => `{${token},"x":${'['.repeat(300_000)}${']'.repeat(300_000)}}`),
  ],
  texts: [
    json('invalid-utf-8', () => Buffer.from('{"token":"\xff\xfe\xc3","x":"\xed\xa0\x80"}', 'latin1')),
    json('half-a-surrogate', () => String.raw`{"token":"\ud800","seed":"\udfff","otp_url":"/\ud83d"}`),
    json('nul-bytes', () => Buffer.alloc(mebibyte)),
    json(
      'proto',
      () => `{"__proto__":{"token":"x"},"constructor":{"prototype":{"results":[{"username":"ada"}]}}}`,
    ),
    json('quotes', () => `{"msg":"${String.raw`\"`.repeat(mebibyte / 2)}"}`),
    json('backslashes', () => `{"msg":"${String.raw`\u005c`.repeat(mebibyte / 6)}"}`),
    json('password-names', () => times('"password" : "', mebibyte)),
  ],
  longValues: [
    json('long-name', () => `[{"username":"ada","${'n'.repeat(4 * mebibyte)}":1}]`),
    json('otp-url-of-100-kb', () => JSON.stringify({ ...challenge, otp_url: `/${'o'.repeat(100_000)}` })),
    json('otp-url-of-queries', () =>
      JSON.stringify({ ...challenge, otp_url: `/o?${times('token=a&', 400_000)}` }),
    ),
    json('seed-of-1-mib', () =>
      JSON.stringify({ ...challenge, seed: 's'.repeat(mebibyte), otp_url: '/otp/' }),
    ),
    json('token-of-1-mib', () => JSON.stringify({ token: 't'.repeat(mebibyte) })),
  ],
  pages: [
    page('hidden-inputs', () => times('<input type=hidden ', 300_000)),
    page('open-forms', () => times('<form ', 300_000)),
    page('closed-forms', () => times(form('<input name=a>'), 800_000)),
    page('percent-signs', () => `a=${'%'.repeat(256 * 1024)}`, 'application/x-www-form-urlencoded'),
    page('ampersands', () => times('&a%41', 256 * 1024), 'application/x-www-form-urlencoded'),
    page('white-space', () => `<p>${' '.repeat(mebibyte)}x`),
    page('letters', () => 'a'.repeat(mebibyte)),
    page('letters-and-digits', () => times(`${'a'.repeat(5000)}1 `, mebibyte)),
    page('entities', () => form('<input type=hidden name=a value="&#99999999;&#xffffffff;">')),
    page('line-feeds', () => '\n'.repeat(mebibyte)),
  ],
  heads: [
    bomb('gzip-bomb', 'gzip', gzipSync),
    bomb('brotli-bomb', 'br', (content) => brotliCompressSync(content)),
    http('no-gzip', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}')),
    http('300-cookies', (response) =>
      response
        .setHeader(
          'set-cookie',
          Array.from({ length: 120 }, (_, at) => `sessionid${at}=${'c'.repeat(90)}; Path=/`),
        )
        .end('{}'),
    ),
    http('long-header', (response) => response.setHeader('x-long', 'h'.repeat(12_000)).end('{}')),
    http('spaced-cookie', (response) =>
      response.setHeader('set-cookie', `sessionid=s; path = ${' '.repeat(10_000)}x`).end('{}'),
    ),
  ],
  broken: [
    raw('endless-head', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      pour(socket, times('X-More: more\r\n', 64 * 1024))
    }),
    raw('endless-body', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[')
      pour(socket, times('{"username":"ada"},', 64 * 1024))
    }),
    raw('endless-chunks', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      pour(socket, times('1\r\nx\r\n', 64 * 1024))
    }),
    raw('interim-answers', (socket) => pour(socket, times('HTTP/1.1 103 Early Hints\r\n\r\n', 64 * 1024))),
    raw('short-body', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":1}')),
    raw('bad-chunk', (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'),
    ),
    raw('two-lengths', (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} '),
    ),
  ],
  redirects: redirectTricks.map(([name, location]) =>
    http(`redirect-${name}`, (response, to) => response.writeHead(307, { location: location(to) }).end()),
  ),
  secondSteps: otpUrlTricks.map(([name, otpUrl]) =>
    http(`second-step-elsewhere-${name}`, (response, to) =>
      send(response, JSON.stringify({ ...challenge, otp_url: otpUrl(to) })),
    ),
  ),
  forms: formTricks.map(([name, html]) =>
    http(`form-${name}`, (response, to) => send(response, html(to), 'text/html; charset=utf-8')),
  ),
}

function json(name: string, body: () => string | Buffer): HostileServer {
  return page(name, body, 'application/json')
}

function page(name: string, body: () => string | Buffer, type = 'text/html'): HostileServer {
  const create = () => {
    const made = Buffer.from(body())
    return createServer((_, response) => send(response, made, type))
  }
  return { name, create }
}

/** Sends 100 MiB as a few hundred bytes. */
function bomb(name: string, coding: string, compress: (content: Buffer) => Buffer): HostileServer {
  const create = () => {
    const packed = compress(Buffer.alloc(100 * mebibyte, ' '))
    return createServer((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(packed))
  }
  return { name, create }
}

function http(name: string, answer: (response: ServerResponse, elsewhere: string) => unknown): HostileServer {
  return { name, create: (to) => createServer((_, response) => void answer(response, to)) }
}

/** Lists 200,000 users, two of whom change each time, so that no answer is repeated. */
function changingList(): (response: ServerResponse) => unknown {
  const number = (at: number) => `${at}`.padStart(8, '0')
  let list: Buffer | undefined
  let count = 0
  return (response) => {
    list ??= Buffer.from(
      JSON.stringify(
        Array.from({ length: 200_000 }, (_, at) => ({
          id: number(at),
          username: `user-${number(at)}`,
          email: `user-${number(at)}@staff.example.org`,
          name: `User ${number(at)} of many, each with a name of its own`,
        })),
      ),
    )
    const another = Buffer.from(list)
    for (const at of [0, 150_000])
      another.write(number(1_000_000 + count++), list.indexOf(`"id":"${number(at)}"`) + 6)
    return send(response, another)
  }
}

function raw(name: string, answer: (socket: Socket) => unknown): HostileServer {
  const create = () =>
    createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => answer(socket))
    })
  return { name, isHttp: false, create }
}

/** Writes the same text over and over, as fast as it is read. */
function pour(socket: Socket, text: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', more)
  more()
}

function send(response: ServerResponse, body: string | Buffer, type = 'application/json'): void {
  response.writeHead(200, { 'content-type': type }).end(body)
}
