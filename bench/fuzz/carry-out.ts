import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Plan } from './connection.ts'

export interface Outcome {
  statuses: number[]
  /** What was wrong, in one sentence; undefined if nothing was. */
  fault: string | undefined
}

/** Longest wait for an answer. A working server takes a thousandth of this. */
const patienceMilliseconds = 60_000

const statusLine = /HTTP\/1\.1 (\d{3}) [A-Z]/g

/** Sends a plan on its own connection, and judges the answers. */
export async function carryOut(plan: Plan, port: number): Promise<Outcome> {
  const received = await exchange(plan, port)
  const statuses = [...received.text.matchAll(statusLine)].map(([, status]) => Number(status))
  return { statuses, fault: plan.ending === 'cut' ? undefined : faultOf(plan, received, statuses) }
}

function faultOf({ writes, answers }: Plan, { text, timedOut }: Received, statuses: readonly number[]) {
  const bad = statuses.find((status) => status >= 500)
  if (bad !== undefined) return `it answered ${bad}`
  if (timedOut) return `the connection was still open after ${patienceMilliseconds / 1000} s`
  const final = statuses.filter((status) => status >= 200)
  // A client that sends too much, for example, may be told in the answer that the connection ends.
  const sentAway = /\r\nconnection: close\r\n/i.test(text.slice(text.lastIndexOf('HTTP/1.1 ')))
  if (answers !== undefined && final.length !== answers && !sentAway)
    return `${answers} requests had ${final.length} answers`
  const head = Buffer.concat(writes).indexOf('\r\n\r\n')
  if (head > 0 && final.length === 0) return 'there was no answer at all'
  return undefined
}

interface Received {
  text: string
  timedOut: boolean
}

function exchange({ writes, ending }: Plan, port: number): Promise<Received> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const finish = (timedOut: boolean) => {
      clearTimeout(deadline)
      // A reset connection does not occupy its port for a minute: a run needs more ports than there are.
      socket.resetAndDestroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), timedOut })
    }
    const deadline = setTimeout(() => finish(true), patienceMilliseconds)
    // A server that has answered and closed may reset the connection if data is left unread.
    socket.on('error', () => finish(false)).on('end', () => finish(false))
    socket.on('data', (chunk) => chunks.push(chunk))
    const write = async () => {
      for (const piece of writes) {
        if (socket.destroyed) return
        socket.write(piece)
        if (writes.length > 1) await setImmediate()
      }
      if (ending === 'cut') finish(false)
      else if (ending === 'half-close' && !socket.destroyed) socket.end()
    }
    socket.once('connect', () => void write())
  })
}
