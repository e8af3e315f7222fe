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
  take(request: WireRequest, options: SendOptions): Promise<Connection>
  /** @param status of the complete answer; undefined if there was none */
  giveBack(
    connection: Connection,
    request: WireRequest,
    status: number | undefined,
    options: SendOptions,
  ): void
  /**
   * Reports that a reused connection turned out to be closed: the server seems to have closed it before the request reached it.
   * From now on only labelled connections are reused.
   */
  foundClosed(): void
  /** Reports that the server ended a new connection without a word. Returns true if too many may have been open. */
  foundRejected(): boolean
  /**
   * From now on, no more than this many requests are in flight at once. The server has room for as many connections.
   * @param mostOpen connections, those that end included; Infinity if absent
   */
  keepTo(most: number, mostOpen?: number): void
  /** Waits until one more connection may be open. Returns a function to call when it is no longer in use. */
  enter(): Promise<() => void>
  createHeard(): Heard
  /** Returns a sentence for the report if the server had no room for as many connections as were opened. */
  notes(): string[]
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
  /** The one used last comes last. */
  const labelled = new Map<string, Connection>()
  /** Those with a label that are in use. */
  const busy = new Set<Connection>()
  const quiet = new Map<string, number>()
  let inUse = 0
  let mostOpen = Infinity
  let isGiven = false
  let leastOpen = 1
  /** How many were open when the server closed one more. */
  let openAtRejection: number | undefined
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
  async function open(): Promise<Connection> {
    for (const one of resting) if (inUse + idle.length + resting.size > concurrency) retire(one)
    await room()
    return create(soonClosed)
  }

  const isUnused = (connection: Connection) => connection.isOpen && !busy.has(connection)
  const countOpen = () => {
    const withLabel = Array.from(labelled.values()).filter(isUnused)
    return inUse + idle.length + resting.size + withLabel.length + lingering.size
  }

  async function room(): Promise<void> {
    const isFull = () => countOpen() > mostOpen
    while (isFull() && idle.length > 0) idle.pop()?.retire()
    for (const [label, connection] of labelled) {
      if (!isFull()) break
      if (!isUnused(connection)) continue
      labelled.delete(label)
      connection.retire()
    }
    while (isFull() && lingering.size > 0) await lingering.less()
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

  async function withLabel(label: string): Promise<Connection> {
    const connection = labelled.get(label) ?? create(options)
    labelled.delete(label)
    labelled.set(label, connection)
    busy.add(connection)
    if (!connection.isOpen) await room()
    return connection
  }

  return {
    async take({ method }, { freshConnection = false, connection: label }) {
      inUse++
      if (label !== undefined) return await withLabel(label)
      if (freshConnection) return await open()
      const used = takeUnused()
      // Only a request that may be sent again tests whether used connections still work.
      if (areUsable || isSafe(method)) return used ?? (await open())
      used?.retire()
      return await open()
    },
    giveBack(connection, { method, target }, status, { freshConnection = false, connection: label }) {
      inUse--
      busy.delete(connection)
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
    foundRejected() {
      const others = countOpen() - 1
      if (isGiven || others < leastOpen) return false
      openAtRejection ??= others
      mostOpen = Math.min(mostOpen, others)
      return true
    },
    keepTo(most, open = Infinity) {
      concurrency = leastOpen = most
      mostOpen = open
      isGiven = open < Infinity
    },
    async enter() {
      inUse++
      await room()
      return () => void inUse--
    },
    notes: () =>
      openAtRejection === undefined
        ? []
        : [
            `the subject closed a new connection while ${openAtRejection} were open, so no more than ${mostOpen} were open from then on`,
          ],
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
