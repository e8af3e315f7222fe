import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { applyNamedChanges } from '../changes/named-changes.ts'
import { createParts, type Parts, type PartsOptions } from './parts.ts'
import { createState } from './state.ts'
import { createStore, type Store } from '../store/store.ts'

/** Names of the defects and variations that are on. */
export interface ChangesOn {
  defects: readonly string[]
  variations: readonly string[]
}

export interface Composition {
  readonly parts: Parts
  readonly app: FastifyInstance
  readonly changes: ChangesOn
  /**
   * Puts the server together again with these changes; what requests left behind stays, but for what a defect kept
   * to itself. Requests under way are answered by the old one. Throws UnknownName, and what the framework throws for
   * changes that cannot stand together; then nothing was changed.
   */
  switchTo(changes: ChangesOn): Promise<void>
  /**
   * Forgets what a restart forgets; the changes stay on. `clock`: the clock goes back to where it stood at the
   * start, which is safe since nothing is left that knows the time.
   */
  reset(options: { clock: boolean }): Promise<void>
  /** From now on the requests that `server` receives are answered by whatever is current. */
  serve(server: Server): void
  close(): Promise<void>
}

/**
 * A server that can be put together again while it runs: `parts` and `app` are those of now.
 * `prepare` may add hooks to each application. Throws what createParts and applyNamedChanges throw.
 */
export async function createComposition(
  options: PartsOptions & AppOptions,
  first: ChangesOn,
  prepare: (app: FastifyInstance, parts: Parts, changes: ChangesOn) => void = () => {},
): Promise<Composition> {
  const startMilliseconds = (options.clockOffsetSeconds ?? 0) * 1000
  let store = options.store ?? createStore(options.dataDir)
  // A file of it that cannot be read is told at the start, not with each request.
  for (const collection of Object.values(store) as Store[keyof Store][]) collection.all()
  let state = createState({ milliseconds: startMilliseconds })
  let current = await compose(first, state)
  let last: Promise<void> = Promise.resolve()

  async function compose(changes: ChangesOn, on: typeof state) {
    const before = on.ahead.milliseconds
    const parts = createParts({ ...options, secureCookies: options.tls !== undefined, store, state: on })
    await applyNamedChanges(parts, changes)
    // What a change moved the clock by is taken back with it.
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

  /** One at a time: the second of two at once begins from what the first one made. */
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
