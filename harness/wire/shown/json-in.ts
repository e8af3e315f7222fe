import { attempt } from '../attempt.ts'

export const jsonIn = (text: string): unknown => attempt(() => JSON.parse(text) as unknown)

export function objectIn(text: string): Record<string, unknown> {
  const value = jsonIn(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
