import type { Socket } from 'node:net'
import { Client, type buildConnector } from 'undici'
import type { Listener } from './dispatch.ts'
import type { Heard } from './heard.ts'
import { WatchedSocket, type Lingering } from './watched-socket.ts'

/** One error for all connections: undici would create one for each, and Node reads its stack trace, which takes long. */
const retired = new Error('retired')

/** A connection that sends one request at a time. Opens on demand, and again after the server has closed it. */
export class Connection implements Listener {
  readonly sender: Client
  #socket: WatchedSocket | undefined
  #heard: Heard
  #sentOnSocket = 0
  readonly #createHeard: () => Heard

  constructor(
    origin: string,
    options: Client.Options & { connect: buildConnector.connector },
    lingering: Lingering,
    createHeard: () => Heard,
  ) {
    this.#createHeard = createHeard
    this.#heard = createHeard()
    const connect: buildConnector.connector = (place, done) =>
      options.connect(place, (...result) => {
        if (result[0]) return done(result[0], null)
        this.#sentOnSocket = 0
        this.#socket = new WatchedSocket(result[1], lingering)
        done(null, this.#socket as unknown as Socket)
      })
    this.sender = new Client(origin, { ...options, connect })
  }

  sent(): void {
    this.#heard = this.#createHeard()
    this.#socket?.listen(this.#heard)
    this.#sentOnSocket++
  }

  answered(): void {
    this.#heard.isAnswered = true
  }

  /** Everything received since the last request was sent. */
  get heard(): Heard {
    return this.#heard
  }

  /** True if the connection had already carried a request before the last one. */
  get isReused(): boolean {
    return this.#sentOnSocket > 1
  }

  get isOpen(): boolean {
    return this.#socket?.destroyed === false
  }

  /**
   * Keeps the connection open until someone awaits its end.
   * @param onEnd called before it ends
   */
  rest(onEnd: () => void): void {
    this.#heard.onAwaited(() => {
      onEnd()
      this.retire()
    })
  }

  /** Nobody can await its end any more: the connection will be reused. */
  wake(): void {
    this.#heard.end()
  }

  /** Sends no further requests on this connection. */
  retire(): void {
    void this.sender.destroy(retired)
  }
}
