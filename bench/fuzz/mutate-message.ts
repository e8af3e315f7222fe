import type { Draw } from './draw.ts'
import type { Message } from './message.ts'

type Mutation = (message: Message, draw: Draw) => Message

const odd = [
  '%00',
  '%zz',
  '%',
  '..',
  '/',
  '//',
  '%2f',
  '%2e%2e',
  '?',
  '#',
  ';',
  '__proto__',
  'constructor',
  '*',
  '\u00ff',
  '\\',
]
const values = [
  '',
  ' ',
  ',',
  '"',
  '""',
  'null',
  '\u00e4',
  '\u0001',
  'a'.repeat(4000),
  '=',
  '%00',
  '-1',
  '1e999',
  "' OR 1=1 --",
]
const schemes = ['Bearer', 'Token', 'Signature', 'Basic', 'bearer', 'Negotiate', '']
const types = [
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded; charset=latin1',
  '',
  '/',
]
const parameters = ['keyId', 'algorithm', 'headers', 'signature', 'created', 'expires', 'nonsense']
const bodies = [
  'null',
  '[]',
  '{}',
  '"x"',
  '1e400',
  '{"username":{"$ne":1},"password":[]}',
  '{"__proto__":{"username":"dee"},"password":"x"}',
  '{"constructor":{"prototype":{}}}',
  '{"username":"dee","username":"bob","password":"x"}',
  '{"username":"\\ud800","password":"\\u0000"}',
  '\ufeff{"username":"dee","password":"x"}',
  'username=dee&username=bob&password=x',
  'username[a]=b&password[]=c',
  'username=%ff%fe&password=%',
  '&&&=&=',
]

/** Each leaves the framing as it is: what comes out is one request, and has one answer. */
const mutations: Mutation[] = [
  (message, draw) => ({
    ...message,
    method: draw.pick([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'PROPFIND',
      'M-SEARCH',
    ]),
  }),
  (message, draw) => ({
    ...message,
    target: `${message.target}${draw.pick(odd)}${draw.text(draw.below(9))}`,
  }),
  (message, draw) => ({ ...message, target: message.target.replace('/', `/${draw.pick(odd)}`) }),
  (message, draw) => ({
    ...message,
    target: `${message.target}?${draw.text(3)}=${draw.pick(odd)}&${draw.pick(values).trim()}`,
  }),
  (message, draw) => ({ ...message, target: `http://${draw.text(5)}${message.target}` }),
  (message, draw) => ({ ...message, target: `${message.target}${draw.text(draw.below(6000))}` }),
  (message, draw) => withHeader(message, draw.text(1 + draw.below(20)), draw.pick(values)),
  (message, draw) => withHeader(message, 'Authorization', `${draw.pick(schemes)} ${draw.pick(values)}`),
  (message, draw) =>
    withHeader(
      message,
      'Cookie',
      `sessionid=${draw.pick(values)}; csrftoken=${draw.pick(values)}; ${draw.pick(values)}`,
    ),
  (message, draw) =>
    withHeader(
      message,
      'Date',
      draw.pick(['now', '0', 'Sat, 21 Nov 2026 12:00:00 GMT', 'Sat, 99 Foo 2026 12:00:00 GMT']),
    ),
  (message, draw) => withHeader(message, 'Accept', draw.pick(values)),
  (message, draw) => withHeader(message, 'Origin', draw.pick(['null', 'http://x', ...values])),
  (message, draw) => withHeader(message, 'Expect', draw.pick(['100-continue', '200-ok'])),
  (message, draw) => withHeader(message, 'Upgrade', draw.pick(['websocket', 'h2c', 'TLS/1.0'])),
  (message, draw) => withHeader(message, 'Content-Encoding', draw.pick(['gzip', 'br', 'x'])),
  (message, draw) => withHeader(message, 'X-HTTP-Method-Override', draw.pick(['DELETE', 'GET'])),
  (message, draw) => ({
    ...message,
    headers: message.headers.filter(([name]) => name === 'Host' || !draw.once(2)),
  }),
  (message, draw) => ({
    ...message,
    headers: message.headers.map(([name, value]) => [
      name,
      name === 'Content-Type' ? draw.pick(types) : value,
    ]),
  }),
  (message, draw) =>
    withHeader(
      message,
      'Authorization',
      `Signature ${Array.from({ length: 1 + draw.below(5) }, () => `${draw.pick(parameters)}=${draw.pick(['"', ''])}${draw.pick(values)}${draw.pick(['"', ''])}`).join(draw.pick([',', ', ', ';', '']))}`,
    ),
  (message, draw) => ({
    ...message,
    headers: [
      ...message.headers,
      ...Array.from({ length: draw.below(300) }, (): [string, string] => [draw.text(4), draw.text(4)]),
    ],
  }),
  (message, draw) => ({
    ...message,
    headers: message.headers.map(([name, value]) => [name, name === 'Host' ? value : flipped(value, draw)]),
  }),
  (message, draw) => onBody(message, () => Buffer.from(draw.pick(bodies))),
  (message, draw) => onBody(message, (body) => body.subarray(0, draw.below(body.length))),
  (message, draw) => onBody(message, (body) => Buffer.from(flipped(body.toString('latin1'), draw), 'latin1')),
  (message, draw) =>
    onBody(message, (body) =>
      Buffer.concat([
        body,
        Buffer.alloc(draw.below(draw.once(40) ? 3_000_000 : 3000), draw.pick([' ', 'x', '[', '{"a":'])),
      ]),
    ),
  (message, draw) => onBody(message, () => Buffer.from(`${'['.repeat(draw.below(5000))}`)),
]

/** One to four mutations of a request that leave it one request. */
export function mutateMessage(message: Message, draw: Draw): Message {
  let mutated = message
  for (let count = 1 + draw.below(4); count > 0; count--) mutated = draw.pick(mutations)(mutated, draw)
  return mutated
}

const withHeader = (message: Message, name: string, value: string): Message => ({
  ...message,
  // A control character in a value is the business of mutateBytes: it breaks the framing.
  headers: [...message.headers, [name, value.replace(/\p{Cc}/gu, '')]],
})

const onBody = (message: Message, change: (body: Buffer) => Buffer): Message =>
  message.body.length === 0 ? message : { ...message, body: change(message.body) }

function flipped(text: string, draw: Draw): string {
  const at = draw.below(text.length)
  return text.slice(0, at) + String.fromCharCode(0x21 + draw.below(0x5e)) + text.slice(at + draw.below(3))
}
