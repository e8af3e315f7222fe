import type { buildConnector, Client as WholeClient } from 'undici'
import { Connection } from './connection.ts'
import type { SendOptions, WireRequest } from './exchange.ts'
import { Heard } from './heard.ts'
import { createLingering, type Lingering } from './watched-socket.ts'

/**
 * After this many consecutive rejections of a method and path with nothing received after them, connections are reused after
 * such rejections too: the server has shown how it behaves, and thousands of new connections a minute would use up all free
 * ports.
 */
const enough = 100

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
  createHeard(): Heard
  lingering: Lingering
  close(): Promise<void>
}

/**
 * Creates the connections of a wire. A connection is reused only after a GET with a 2xx: after any other answer, late data
 * would be taken for the answer to the next request.
 * @param concurrency requests in flight at once
 */
export function createConnections(
  origin: string,
  options: WholeClient.Options & { connect: buildConnector.connector },
  concurrency: number,
): Connections {
  // If the server takes one connection at a time, no second one may linger.
  const lingering = createLingering(concurrency - 1)
  const idle: Connection[] = []
  const labelled = new Map<string, Connection>()
  const quiet = new Map<string, number>()
  let isFollowed = false
  /** Whether a used connection can serve another request; undefined until one has been tried. */
  let areUsable: boolean | undefined

  const onMoreHeard = () => {
    quiet.clear()
    isFollowed = true
  }
  const createHeard = () => new Heard(onMoreHeard)
  const open = () => new Connection(origin, options, lingering, createHeard)

  function withLabel(label: string): Connection {
    const connection = labelled.get(label) ?? open()
    labelled.set(label, connection)
    return connection
  }

  return {
    take({ method }, { freshConnection = false, connection: label }) {
      if (label !== undefined) return withLabel(label)
      if (freshConnection) return open()
      const used = idle.pop()
      // Only a request that may be sent again tests whether used connections still work.
      if (areUsable || isSafe(method)) return used ?? open()
      used?.retire()
      return open()
    },
    giveBack(connection, { method, target }, status, { freshConnection = false, connection: label }) {
      if (label !== undefined) return
      if (status === undefined) return connection.retire()
      if (connection.isReused) areUsable ??= true
      const isAccepted = method === 'GET' && status >= 200 && status < 300
      const isQuiet = connection.heard.answers().length === 0
      if (!isQuiet) onMoreHeard()
      const kind = `${method} ${target.split('?')[0]}`
      const quietOnes = quiet.get(kind) ?? 0
      if (isQuiet && !isAccepted) quiet.set(kind, quietOnes + 1)
      const isUsedOn =
        !freshConnection && areUsable !== false && (quietOnes >= enough || (isAccepted && !isFollowed))
      if (isUsedOn) idle.push(connection)
      else connection.retire()
    },
    foundClosed() {
      areUsable = false
      for (const connection of idle.splice(0)) connection.retire()
    },
    createHeard,
    lingering,
    async close() {
      lingering.close()
      await Promise.all([...idle, ...labelled.values()].map(({ sender }) => sender.destroy()))
    },
  }
}
