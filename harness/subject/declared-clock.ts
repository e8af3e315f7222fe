import { z } from 'zod'
import { duration, serverUrl, text } from './declared-text.ts'

const maxAdvance = duration
  .optional()
  .describe('How far the clock may be moved in all. Unlimited where the suite started the server.')
const covers = (fallback: 'all' | 'process') =>
  z
    .enum(['all', 'process'])
    .default(fallback)
    .describe('Whether stores outside the server process, databases and caches, move too.')

const control = z.strictObject({
  kind: z.literal('control').describe('The HTTP clock control protocol.'),
  url: serverUrl
    .optional()
    .describe('Address of the control; absent: the ready line of the started server gives it.'),
  maxAdvance,
  covers: covers('all'),
})
const command = z.strictObject({
  kind: z.literal('command').describe('A shell command moves the time.'),
  advance: text
    .refine(
      (value) => value.includes('{seconds}'),
      'must contain {seconds}, which stands for the number of seconds',
    )
    .describe('The command; {seconds} stands for how far, forward.'),
  maxAdvance,
  covers: covers('all'),
})
const faketime = z.strictObject({
  kind: z.literal('faketime').describe('libfaketime moves the time.'),
  file: text.describe("The file of libfaketime's FAKETIME_TIMESTAMP_FILE."),
  maxAdvance,
  covers: covers('process'),
})
const wait = z.strictObject({
  kind: z.literal('wait').describe('Real time passes; needs --slow.'),
  maxAdvance,
  covers: covers('all'),
})
const none = z.strictObject({ kind: z.literal('none').describe('The clock stays; expiry is untested.') })

/** How the subject's time is moved. Absent or `false` is kind `none`. */
export const clock = z
  .union([z.discriminatedUnion('kind', [control, command, faketime, wait, none]), z.literal(false)])
  .default({ kind: 'none' })
  .transform((declared) => (declared === false ? { kind: 'none' as const } : declared))
  .describe("How the server's time is moved.")

export type DeclaredClock = z.output<typeof clock>
