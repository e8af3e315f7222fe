import { attempt } from '../attempt.ts'

/** The value that a text in JSON stands for; undefined if it is not JSON. */
export const jsonIn = (text: string): unknown => attempt(() => JSON.parse(text) as unknown)

/** The fields of a text that is a JSON object; none if it is not. */
export function objectIn(text: string): Record<string, unknown> {
  const value = jsonIn(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
