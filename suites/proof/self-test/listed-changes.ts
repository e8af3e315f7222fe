import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'

const breach = z.object({ requirement: z.string(), level: z.enum(['must', 'should']) })
const change = {
  name: z.string(),
  summary: z.string(),
  mode: z.object({ debug: z.boolean().optional(), serverVersion: z.string().optional() }).default({}),
  breaks: z.array(breach),
  replaces: z.array(z.string()),
}
const listed = z.object({
  defects: z.array(
    z.object({
      ...change,
      mayBreak: z.array(breach).default([]),
      blocks: z.array(z.string()).default([]),
      stateful: z.literal(true).optional(),
    }),
  ),
  variations: z.array(
    z.object({
      ...change,
      inconclusive: z.array(z.object({ requirement: z.string(), reason: z.string() })),
      notApplicable: z.array(z.string()).default([]),
      untested: z.array(z.string()).default([]),
      declare: z.record(z.string(), z.unknown()).default({}),
      excludes: z.array(z.string()).default([]),
    }),
  ),
})

/** The defects and variations as the reference server lists them, which is all that the self-test knows of them. */
export type ListedChanges = z.output<typeof listed>
export type ListedDefect = ListedChanges['defects'][number]
export type ListedVariation = ListedChanges['variations'][number]
export type Mode = ListedDefect['mode']

/** Runs `reference-server list --json`. Throws if the child process fails or its output is invalid. */
export async function readListedChanges(): Promise<ListedChanges> {
  const program = join(packageFolder(), 'bin', 'reference-server.js')
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'list', '--json'], {
    maxBuffer: 2 ** 26,
  })
  return listed.parse(JSON.parse(stdout))
}
