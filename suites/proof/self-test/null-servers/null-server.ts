import type { Server } from 'node:net'

/** A server that keeps no rule of the specification, with the exit codes that tell whose fault it is. */
export interface NullServer {
  name: string
  /** The exit codes that the suite must return: with a full declaration, and with none. */
  exitCodes: { declared: number; undeclared: number }
  create(): Server
  /**
   * Set if the server keeps some rules, but never answers one kind of request: what is declared in addition to
   * `nullDeclaration`. Such a server is judged with this declaration only.
   */
  hangs?: Record<string, unknown>
}
