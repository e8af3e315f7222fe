import { attempt } from '../attempt.ts'

/** The value that a text in JSON stands for; undefined if it is not JSON. */
export const jsonIn = (text: string): unknown => attempt(() => JSON.parse(text) as unknown)
