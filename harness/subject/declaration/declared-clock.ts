import { z } from 'zod'
import { duration, serverUrl, shellCommand, text } from './declared-text.ts'

const maxAdvance = duration
  .optional()
  .describe(
    'How far the clock may be moved in the whole run. Default: 48h; no limit if the suite starts the server.',
  )
const covers = (fallback: 'all' | 'process') =>
  z
    .enum(['all', 'process'])
    .default(fallback)
    .describe(
      'Whether the clocks of databases and caches outside the server process move too. Default: all; for faketime, process.',
    )

const kind = <K extends string>(name: K) =>
  z
    .literal(name)
    .describe(
      'How the clock is moved: over HTTP (control), by a shell command (command) or by libfaketime (faketime). wait: real time passes, which needs --slow. none: the clock is not moved, and expiry is untested.',
    )

const control = z.strictObject({
  kind: kind('control'),
  url: serverUrl
    .optional()
    .describe('For control: its address. Default: taken from the ready line of the started server.'),
  maxAdvance,
  covers: covers('all'),
})
const command = z.strictObject({
  kind: kind('command'),
  advance: shellCommand
    .refine(
      (value) => value.includes('{seconds}'),
      'must contain {seconds}, which stands for the number of seconds',
    )
    .describe('For command: the shell command; {seconds} is replaced with how far to move, always forward.'),
  maxAdvance,
  covers: covers('all'),
})
const faketime = z.strictObject({
  kind: kind('faketime'),
  file: text.describe('For faketime: the file that FAKETIME_TIMESTAMP_FILE names.'),
  maxAdvance,
  covers: covers('process'),
})
const wait = z.strictObject({ kind: kind('wait'), maxAdvance, covers: covers('all') })
const none = z.strictObject({ kind: kind('none') })

/** How to move the subject's time. Absent or `false` means kind `none`. */
export const clock = z
  .union([z.discriminatedUnion('kind', [control, command, faketime, wait, none]), z.literal(false)])
  .default({ kind: 'none' })
  .transform((declared) => (declared === false ? { kind: 'none' as const } : declared))
  .describe("How the server's time is moved.")
