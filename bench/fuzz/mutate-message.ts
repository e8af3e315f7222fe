import type { Draw } from './draw.ts'
import type { Message } from './message.ts'
import { bodies, methods, oddHeaders, parameters, schemes, targetParts, types, values } from './odd-words.ts'

type Mutation = (message: Message, draw: Draw) => Message

/** Each keeps the framing intact: the result is one request, and has one answer. */
const mutations: Mutation[] = [
  (message, draw) => ({ ...message, method: draw.pick(methods) }),
  onTarget((target, draw) => `${target}${draw.pick(targetParts)}${draw.text(draw.below(9))}`),
  onTarget((target, draw) => target.replace('/', `/${draw.pick(targetParts)}`)),
  onTarget((target, draw) => {
    return `${target}?${draw.text(3)}=${draw.pick(targetParts)}&${draw.pick(values).trim()}`
  }),
  onTarget((target, draw) => `http://${draw.text(5)}${target}`),
  onTarget((target, draw) => `${target}${draw.text(draw.below(6000))}`),
  (message, draw) => withHeader(message, draw.text(1 + draw.below(20)), draw.pick(values)),
  (message, draw) => withHeader(message, 'Authorization', `${draw.pick(schemes)} ${draw.pick(values)}`),
  (message, draw) => {
    const [id, csrf, more] = [draw.pick(values), draw.pick(values), draw.pick(values)]
    return withHeader(message, 'Cookie', `sessionid=${id}; csrftoken=${csrf}; ${more}`)
  },
  ...Object.entries(oddHeaders).map(
    ([name, oddOnes]): Mutation =>
      (message, draw) =>
        withHeader(message, name, draw.pick(oddOnes)),
  ),
  (message, draw) => ({
    ...message,
    headers: message.headers.filter(([name]) => name === 'Host' || !draw.once(2)),
  }),
  onValues((name, value, draw) => (name === 'Content-Type' ? draw.pick(types) : value)),
  (message, draw) => {
    const parameter = () => {
      const [open, value, close] = [draw.pick(['"', '']), draw.pick(values), draw.pick(['"', ''])]
      return `${draw.pick(parameters)}=${open}${value}${close}`
    }
    const all = Array.from({ length: 1 + draw.below(5) }, parameter).join(draw.pick([',', ', ', ';', '']))
    return withHeader(message, 'Authorization', `Signature ${all}`)
  },
  (message, draw) => ({
    ...message,
    headers: [
      ...message.headers,
      ...Array.from({ length: draw.below(300) }, (): [string, string] => [draw.text(4), draw.text(4)]),
    ],
  }),
  onValues((name, value, draw) => (name === 'Host' ? value : flipped(value, draw))),
  onBody((_body, draw) => Buffer.from(draw.pick(bodies))),
  onBody((body, draw) => body.subarray(0, draw.below(body.length))),
  onBody((body, draw) => Buffer.from(flipped(body.toString('latin1'), draw), 'latin1')),
  onBody((body, draw) => {
    const more = draw.below(draw.once(40) ? 3_000_000 : 3000)
    return Buffer.concat([body, Buffer.alloc(more, draw.pick([' ', 'x', '[', '{"a":']))])
  }),
  onBody((_body, draw) => Buffer.from('['.repeat(draw.below(5000)))),
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

function onTarget(change: (target: string, draw: Draw) => string): Mutation {
  return (message, draw) => ({ ...message, target: change(message.target, draw) })
}

function onValues(change: (name: string, value: string, draw: Draw) => string): Mutation {
  return (message, draw) => ({
    ...message,
    headers: message.headers.map(([name, value]) => [name, change(name, value, draw)]),
  })
}

function onBody(change: (body: Buffer, draw: Draw) => Buffer): Mutation {
  return (message, draw) =>
    message.body.length === 0 ? message : { ...message, body: change(message.body, draw) }
}

function flipped(text: string, draw: Draw): string {
  const at = draw.below(text.length)
  return text.slice(0, at) + String.fromCharCode(0x21 + draw.below(0x5e)) + text.slice(at + draw.below(3))
}
