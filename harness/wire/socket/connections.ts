import type { buildConnector, Client } from 'undici'
import { Connection } from './connection.ts'
import type { SendOptions, WireRequest } from '../exchange.ts'
import { Heard } from './heard.ts'
import { createLingering, longestMs, type Lingering } from './watched-socket.ts'

/**
 * After this many consecutive rejections of a method and path with nothing received after them, connections are reused after
 * such rejections too: the server has shown how it behaves, and thousands of new connections a minute would use up all free
 * ports.
 */
const enough = 100

/**
 * How long a connection without a label stays open unused, in milliseconds. Servers that close such connections wait longer,
 * and where one has room for only a few, other requests wait for it.
 */
const longestUnusedMs = 1000

/** True for methods that may be sent again because they change nothing (RFC 9110, section 9.2.1). */
export const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)

export interface Connections {
  take(request: WireRequest, options: SendOptions): Connection
  /** @param status of the complete answer; undefined if there was none */
  giveBack(
    connection: Connection,
    request: WireRequest,
    status: number | undefined,
    options: SendOptions,
  ): void
  /** Reports that a reused connection turned out to be closed. From now on only labelled connections are reused. */
  foundClosed(): void
  /** From now on, no more than this many requests are in flight at once. */
  keepTo(most: number): void
  createHeard(): Heard
  lingering: Lingering
  close(): Promise<void>
  /** True if a used connection served another request, and none was found closed. */
  areUsable(): boolean
}

/** A connection that may be reused if nothing follows its answer until then. */
interface Resting {
  connection: Connection
  untilMs: number
}

/**
 * Creates the connections of a wire. A connection is reused at once after a GET with a 2xx, and after another accepted
 * request once it has been quiet for as long as we would have listened: late data would be taken for the answer to the next
 * request. After a rejection it isn't reused: its end shows that nothing followed, and the server may not have read the body.
 * Over a distant network, opening a connection takes longer than the request.
 * @param concurrency requests in flight at once
 * @param now in milliseconds on a monotonic clock
 */
export function createConnections(
  origin: string,
  options: Client.Options & { connect: buildConnector.connector },
  concurrency: number,
  now: () => number,
): Connections {
  // If the server takes one connection at a time, no second one may stay open.
  const mostUnused = () => concurrency - 1
  const lingering = createLingering(mostUnused)
  const idle: Connection[] = []
  const resting = new Set<Resting>()
  const labelled = new Map<string, Connection>()
  const quiet = new Map<string, number>()
  let inUse = 0
  let isFollowed = false
  /** Whether a used connection can serve another request; undefined until one has been tried. */
  let areUsable: boolean | undefined

  const onMoreHeard = () => {
    quiet.clear()
    isFollowed = true
  }
  const createHeard = () => new Heard(onMoreHeard)
  const create = (own: typeof options) => new Connection(origin, own, lingering, createHeard)
  const soonClosed = { ...options, keepAliveTimeout: longestUnusedMs, keepAliveMaxTimeout: longestUnusedMs }

  /** If the server takes only so many connections at a time, those that rest would keep the new one waiting. */
  function open(): Connection {
    for (const one of resting) if (inUse + idle.length + resting.size > concurrency) retire(one)
    return create(soonClosed)
  }

  function rest(connection: Connection): void {
    const one = { connection, untilMs: now() + longestMs }
    resting.add(one)
    connection.rest(() => resting.delete(one))
    const [oldest] = resting
    if (oldest && resting.size > mostUnused()) retire(oldest)
  }

  function retire(one: Resting): void {
    resting.delete(one)
    one.connection.retire()
  }

  function takeUnused(): Connection | undefined {
    const used = idle.pop()
    if (used) return used
    const rested = [...resting].findLast(({ untilMs }) => untilMs <= now())
    if (!rested) return undefined
    resting.delete(rested)
    rested.connection.wake()
    return rested.connection
  }

  function withLabel(label: string): Connection {
    const connection = labelled.get(label) ?? create(options)
    labelled.set(label, connection)
    return connection
  }

  return {
    take({ method }, { freshConnection = false, connection: label }) {
      inUse++
      if (label !== undefined) return withLabel(label)
      if (freshConnection) return open()
      const used = takeUnused()
      // Only a request that may be sent again tests whether used connections still work.
      if (areUsable || isSafe(method)) return used ?? open()
      used?.retire()
      return open()
    },
    giveBack(connection, { method, target }, status, { freshConnection = false, connection: label }) {
      inUse--
      if (label !== undefined) return
      if (status === undefined) return connection.retire()
      if (connection.isReused) areUsable ??= true
      const isAccepted = status >= 200 && status < 400
      const isAcceptedGet = method === 'GET' && status >= 200 && status < 300
      const isQuiet = connection.heard.answers().length === 0
      if (!isQuiet) onMoreHeard()
      const kind = `${method} ${target.split('?')[0]}`
      const quietOnes = quiet.get(kind) ?? 0
      if (isQuiet && !isAcceptedGet) quiet.set(kind, quietOnes + 1)
      if (freshConnection || areUsable === false) return connection.retire()
      if (quietOnes >= enough || (isAcceptedGet && !isFollowed)) idle.push(connection)
      else if (isAccepted && !isFollowed && connection.isOpen) rest(connection)
      else connection.retire()
    },
    foundClosed() {
      areUsable = false
      for (const connection of idle.splice(0)) connection.retire()
      for (const one of resting) retire(one)
    },
    keepTo(most) {
      concurrency = most
    },
    createHeard,
    lingering,
    async close() {
      lingering.close()
      const open = [...idle, ...[...resting].map(({ connection }) => connection), ...labelled.values()]
      await Promise.all(open.map(({ sender }) => sender.destroy()))
    },
    areUsable: () => areUsable === true,
  }
}
