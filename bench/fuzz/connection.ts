import { createDraw } from './draw.ts'
import { framed, toBytes } from './message.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { mutateMessage } from './mutate-message.ts'
import { type Credentials, validRequest } from './valid-requests.ts'

/** Everything sent on one connection. */
export interface Plan {
  /** Sent one after the other; each may be part of a request, or contain several. */
  writes: Buffer[]
  /** How many requests the bytes were made from. */
  requests: number
  /**
   * How many answers must come; undefined if there may be any number, because the framing is broken or the client leaves.
   */
  answers: number | undefined
  /** `wait`: the client waits for the server to close. `half-close`: it ends its side. `cut`: it leaves without waiting. */
  ending: 'wait' | 'half-close' | 'cut'
}

/** Plans the connection with this number in the run with this seed: always the same bytes, except for credentials. */
export function planConnection(seed: number, index: number, credentials: Credentials): Plan {
  const draw = createDraw(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  const broken = draw.once(3)
  // Requests before a broken one may be dropped along with it.
  const requests = 1 + draw.below(broken ? 3 : 20)
  const bytes = Array.from({ length: requests }, (_, index) => {
    const valid = validRequest(draw, credentials)
    const message = framed(draw.once(5) ? valid : mutateMessage(valid, draw))
    if (index < requests - 1) return toBytes(message)
    const last = toBytes({ ...message, headers: [...message.headers, ['Connection', 'close']] })
    return broken ? mutateBytes(last, draw) : last
  })
  const ending = draw.once(10) ? 'cut' : broken || draw.once(2) ? 'half-close' : 'wait'
  const everything = Buffer.concat(bytes)
  const writes = draw.once(4) ? pieces(everything, 1 + draw.below(6), draw.below) : [everything]
  return { writes, requests, answers: broken || ending === 'cut' ? undefined : requests, ending }
}

function pieces(bytes: Buffer, count: number, below: (count: number) => number): Buffer[] {
  const cuts = Array.from({ length: count }, () => below(bytes.length)).sort((a, b) => a - b)
  return [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length))
}
