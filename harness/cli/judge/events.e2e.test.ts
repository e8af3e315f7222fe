import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { launchConformance, reportIn, runConformance } from '../../testing/run-program.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../reports/events.schema.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv2020({ strict: true, allErrors: true, strictRequired: false })
addFormats.default(ajv)
const isLine = ajv.compile(schema)

interface Line {
  event: string
  case?: string
  verdict?: string
  complete?: boolean
  exitCode?: number
}

/** Returns every line; each is complete and matches the schema. */
function linesOf(file: string): Line[] {
  const text = readFileSync(file, 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const read = JSON.parse(line) as Line
      expect(isLine(read), `${line} ${JSON.stringify(isLine.errors)}`).toBe(true)
      return read
    })
}

const namesOf = (lines: readonly Line[]) => lines.map(({ event }) => event)

test('each start and verdict is told, between a first line and a last', async (context) => {
  const cwd = createFreshFolder(context)
  const args = ['--bundled', '--only', 'anonymous', '--events', 'new/events.jsonl', '--quiet', '--out', 'out']
  expect(await runConformance(args, { cwd })).toMatchObject({ exitCode: 0, stderr: '' })
  const lines = linesOf(join(cwd, 'new/events.jsonl'))
  expect(lines[0]).toMatchObject({ event: 'run' })
  expect(lines.at(-1)).toMatchObject({ event: 'end', complete: true, exitCode: 0 })
  expect(namesOf(lines.slice(1, -1))).not.toContain('end')

  const { requirements } = reportIn(cwd, 'out')
  const judged = requirements.flatMap(({ cases, skipped, leftOut = [] }) => [
    ...cases.map(({ id, verdict }) => `${id} ${verdict}`),
    // On a busy machine a time-out may skip the sequences.
    ...[...skipped, ...leftOut].map((one) => `${one.case} untested`),
  ])
  const told = lines.filter(({ event }) => event === 'verdict').map((one) => `${one.case} ${one.verdict}`)
  expect(judged.length).toBeGreaterThan(5)
  expect(told.toSorted()).toEqual(judged.toSorted())
  for (const [at, line] of lines.entries())
    if (line.event === 'verdict')
      expect(lines.slice(0, at).some((one) => one.event === 'start' && one.case === line.case)).toBe(true)
})

/** Runs until the file has this many lines, then ends the run with a signal. */
async function cutShort(cwd: string, signal: 'SIGKILL' | 'SIGINT'): Promise<Line[]> {
  const file = join(cwd, 'events.jsonl')
  const words = ['--bundled', '--events', file, '--quiet', '--jobs', '1']
  const { child, ended } = launchConformance(words, { cwd })
  while (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length < 30) await pause(5)
  child.kill(signal)
  await ended
  return linesOf(file)
}

test('a run that was killed leaves whole lines, and no last one', async (context) => {
  const lines = await cutShort(createFreshFolder(context), 'SIGKILL')
  expect(lines.length).toBeGreaterThanOrEqual(29)
  expect(namesOf(lines)).not.toContain('end')
})

test('one that was interrupted says in its last line that it is not complete', async (context) => {
  const lines = await cutShort(createFreshFolder(context), 'SIGINT')
  expect(lines.at(-1)).toMatchObject({ event: 'end', complete: false, exitCode: 130 })
})

test('a file that can not be written is a usage error, before anything is sent', async (context) => {
  const cwd = createFreshFolder(context, { 'a-file': '' })
  const ended = await runConformance(['--bundled', '--events', 'a-file/events.jsonl'], { cwd })
  expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
  expect(ended.stderr).toContain("can't write a-file/events.jsonl")
  expect(ended.stderr).toContain('Give another file with --events')
  expect((await runConformance(['--bundled', '--events', '.'], { cwd })).stderr).toContain('it is a folder')
  writeFileSync(join(cwd, 'known.yaml'), '- kept')
  expect((await runConformance(['--bundled', '--events', 'known.yaml'], { cwd })).stderr).toBe(
    'known.yaml was not written by --events, and would be replaced; move it, or give another file with --events\n',
  )
  expect(readFileSync(join(cwd, 'known.yaml'), 'utf8')).toBe('- kept')
})
