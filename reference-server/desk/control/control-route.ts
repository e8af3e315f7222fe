import type { Composition } from '../../changes/composition.ts'
import type { Clock } from '../../common/clock.ts'
import type { Journal } from '../journal/journal.ts'

/** What the control port can see and change. */
export interface Control {
  composition: Composition
  clock: Clock
  journal: Journal
  /** Base URL of the server under control. */
  url(): string
}

/** JSON Schema 2020-12. */
export type Schema = Record<string, unknown>

export interface ControlRequest {
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Routes by method and path: `GET /accounts`. The path is below `/control`; a parameter is written as `{name}`. */
export type ControlRoutes = Record<`${Method} /${string}`, Omit<ControlRoute, 'method' | 'path'>>

/** A route of the control port: what it serves, and how the description presents it. */
export interface ControlRoute {
  method: Method
  path: string
  operationId: string
  summary: string
  /** Needs no token: it returns only public data. */
  open?: true
  /** The query string; every value is a string. */
  query?: Schema
  /** An object. */
  body?: Schema
  answer: Schema
  /** Rejections other than the common ones, by status. */
  rejections?: Record<number, string>
  handle(control: Control, request: ControlRequest): unknown
}

/** Thrown for a request that cannot be served. The message says what to do instead. */
export class ControlProblem extends Error {
  override name = 'ControlProblem'
  readonly status: number
  readonly kind: string
  constructor(status: number, kind: string, message: string) {
    super(message)
    this.status = status
    this.kind = kind
  }
}

/** Returns the schema of an object with these fields; all are required except those in `optional`. */
export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

/** The same, with no field required. */
export const choice = (properties: Record<string, Schema>) => object(properties, Object.keys(properties))

export const text = (description: string): Schema => ({ type: 'string', description })
export const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description })
export const list = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description === undefined ? {} : { description }),
})
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description })
export const truth = (description: string): Schema => ({ type: 'boolean', description })
export const instant = (description: string): Schema => ({ type: 'string', format: 'date-time', description })
