import type { Draw } from './draw.ts'
import type { Message } from './message.ts'
import { bodies, methods, oddHeaders, parameters, schemes, targetParts, types, values } from './odd-words.ts'

type Mutation = (message: Message, draw: Draw) => Message

/** Each keeps the framing intact: the result is one request, and has one answer. */
const mutations: Mutation[] = [
  (message, draw) => ({ ...message, method: draw.pick(methods) }),
  (message, draw) => ({
    ...message,
    target: `${message.target}${draw.pick(targetParts)}${draw.text(draw.below(9))}`,
  }),
  (message, draw) => ({ ...message, target: message.target.replace('/', `/${draw.pick(targetParts)}`) }),
  (message, draw) => ({
    ...message,
    target: `${message.target}?${draw.text(3)}=${draw.pick(targetParts)}&${draw.pick(values).trim()}`,
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
  ...Object.entries(oddHeaders).map(
    ([name, oddOnes]): Mutation =>
      (message, draw) =>
        withHeader(message, name, draw.pick(oddOnes)),
  ),
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

/** Applies one to four mutations that keep a request a single request. */
export function mutateMessage(message: Message, draw: Draw): Message {
  let mutated = message
  for (let count = 1 + draw.below(4); count > 0; count--) mutated = draw.pick(mutations)(mutated, draw)
  return mutated
}

const withHeader = (message: Message, name: string, value: string): Message => ({
  ...message,
  // Control characters in a value break the framing; mutateBytes covers that.
  headers: [...message.headers, [name, value.replace(/\p{Cc}/gu, '')]],
})

const onBody = (message: Message, change: (body: Buffer) => Buffer): Message =>
  message.body.length === 0 ? message : { ...message, body: change(message.body) }

function flipped(text: string, draw: Draw): string {
  const at = draw.below(text.length)
  return text.slice(0, at) + String.fromCharCode(0x21 + draw.below(0x5e)) + text.slice(at + draw.below(3))
}
