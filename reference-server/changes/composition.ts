import { createParts, type PartsOptions } from '../server/create-parts.ts'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from '../server/app.ts'
import { applyNamedChanges } from './named-changes.ts'
import type { Parts } from '../server/parts.ts'
import { createState } from '../server/state.ts'
import { createStore, type Store } from '../store/store.ts'

export interface ChangesOn {
  defects: readonly string[]
  variations: readonly string[]
}

export interface Composition {
  readonly parts: Parts
  readonly app: FastifyInstance
  readonly changes: ChangesOn
  /**
   * Reassembles the server with these changes. What requests left behind stays, except for the private state of a defect.
   * The old server answers the requests under way. Throws UnknownName, and framework errors for changes that can't be
   * combined; then nothing was changed.
   */
  switchTo(changes: ChangesOn): Promise<void>
  /**
   * Forgets what a restart forgets; the changes stay on. With `clock`, the clock returns to its position at the start,
   * which is safe since nothing that remembers the time is left.
   */
  reset(options: { clock: boolean }): Promise<void>
  /** From now on, the current application answers the requests that `server` receives. */
  serve(server: Server): void
  close(): Promise<void>
}

/**
 * Creates a server that can be reassembled while it runs; `parts` and `app` are the current ones. `prepare` may add hooks
 * to each application. Throws what createParts and applyNamedChanges throw.
 */
export async function createComposition(
  options: PartsOptions & AppOptions,
  first: ChangesOn,
  prepare: (app: FastifyInstance, parts: Parts, changes: ChangesOn) => void = () => {},
): Promise<Composition> {
  const startMilliseconds = (options.clockOffsetSeconds ?? 0) * 1000
  let store = options.store ?? createStore(options.dataDir)
  // Reports an unreadable file of the store at the start rather than on each request.
  for (const collection of Object.values(store) as Store[keyof Store][]) collection.all()
  let state = createState({ milliseconds: startMilliseconds })
  let current = await compose(first, state)
  let last: Promise<void> = Promise.resolve()

  async function compose(changes: ChangesOn, on: typeof state) {
    const before = on.ahead.milliseconds
    const parts = createParts({ ...options, secureCookies: options.tls !== undefined, store, state: on })
    await applyNamedChanges(parts, changes)
    // Restores the clock, too, if a change moved it.
    const movedMilliseconds = on.ahead.milliseconds - before
    try {
      const app = await createApp(parts, options)
      prepare(app, parts, changes)
      await app.ready()
      return { parts, app, changes, movedMilliseconds }
    } catch (error) {
      on.ahead.milliseconds -= movedMilliseconds
      throw error
    }
  }

  /** Runs tasks one at a time: the second of two at once starts from what the first one made. */
  function afterLast(task: () => Promise<void>): Promise<void> {
    const done = last.then(task)
    last = done.catch(() => {})
    return done
  }

  async function replace(changes: ChangesOn, next: typeof state): Promise<void> {
    current = await compose(changes, next)
    state = next
  }

  return {
    get parts() {
      return current.parts
    },
    get app() {
      return current.app
    },
    get changes() {
      return current.changes
    },
    switchTo: (changes) =>
      afterLast(async () => {
        const { movedMilliseconds } = current
        state.ahead.milliseconds -= movedMilliseconds
        try {
          await replace(changes, state)
        } catch (error) {
          state.ahead.milliseconds += movedMilliseconds
          throw error
        }
      }),
    reset: ({ clock }) =>
      afterLast(async () => {
        const milliseconds = clock ? startMilliseconds : state.ahead.milliseconds - current.movedMilliseconds
        if (options.dataDir === undefined && options.store === undefined) store = createStore(undefined)
        await replace(current.changes, createState({ milliseconds }))
      }),
    serve(server) {
      server.removeAllListeners('request')
      server.on('request', (request, response) => current.app.routing(request, response))
    },
    close: () => current.app.close().then(() => {}),
  }
}
