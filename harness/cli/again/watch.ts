import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { givenArguments, startChildRun, type ChildRun } from './child-run.ts'
import { createInterrupt } from '../judge/interrupt.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import { partialFolder, usualFolder } from '../files/prepare-output.ts'
import { cameBack, fileChanged, isThere, stateOf, watchedFiles } from '../files/server-watch.ts'
import { readGiven } from '../files/read-given.ts'
import { createWatchMemory } from './watch-memory.ts'
import type { Declaration } from '../../subject/declaration/declaration.ts'
import { reportFault } from '../report-fault.ts'

/**
 * `conformance --watch`: judges whenever the server restarts, first the failures and then everything, and says what changed.
 * Each run is a separate process. Ends on Ctrl-C (130), or with 2 if the options are invalid.
 */
export async function watch(options: JudgeOptions, command: Command): Promise<number> {
  const isPartial = options.only.length + options.skip.length > 0
  const out = options.out ?? (isPartial ? partialFolder : usualFolder)
  const words = givenArguments(command, ['watch', 'failed', 'from', 'out', 'format'])
  const formats = options.format.length === 0 ? [] : [`--format=${options.format.join(',')}`]
  const folder = mkdtempSync(join(tmpdir(), 'conformance-watch-'))
  const memory = createWatchMemory(folder, options.from ?? join(out, 'report.json'))
  const interrupt = createInterrupt()
  const stopping = new AbortController()
  const running = new Set<ChildRun>()
  const rounds = judgeForEver()
  rounds.catch(() => {})
  try {
    return await Promise.race([rounds, interrupt.pressed.then(() => 130)])
  } finally {
    stopping.abort()
    await Promise.all([...running].map(end))
    await interrupt.leave()
    rmSync(folder, { recursive: true, force: true })
  }

  async function judgeForEver(): Promise<number> {
    let wasCutShort = false
    let known: Declaration | undefined
    let judged: string | undefined
    for (let isFirst = true; ; isFirst = false) {
      const declaration = known
        ? await readAgain(known, () => readDeclared(options), stopping.signal)
        : readDeclared(options)
      known = declaration
      if (isFirst) say(`Watching ${nameOf(declaration)}; Ctrl-C ends it`)
      await (isFirst || wasCutShort
        ? ready(declaration, stopping.signal)
        : changed(declaration, stopping.signal, judged))
      if (!isFirst) say('Judging again')
      // If a command moves the clock, it may restart the server. A server that restarts in each run must be judged to the
      // end.
      const isQuiet = wasCutShort || ['command', 'faketime'].includes(declaration.clock.kind)
      const round = new AbortController()
      // Files saved while verdicts are being printed count for the next round.
      judged = isQuiet ? undefined : stateOf(watchedFiles(declaration))
      const cut = isQuiet
        ? undefined
        : changed(declaration, AbortSignal.any([stopping.signal, round.signal]), judged).then(
            () => 'changed' as const,
          )
      const ended = await judgeOnce(cut)
      round.abort()
      if (ended === 2 && isFirst) return 2
      wasCutShort = ended === 'changed'
    }
  }

  /** Judges the failures first, and prints their verdicts before judging the rest. */
  async function judgeOnce(cut: Promise<'changed'> | undefined): Promise<number | 'changed'> {
    if (memory.hasFailures()) {
      const from = `--from=${memory.last}`
      const ended = await endOf(begin(['--failed', '--format=json', from, `--out=${memory.again}`]), cut)
      if (ended === 'changed') return ended
      memory.tellAgain()
      if (options.failed) {
        memory.forgetTold()
        return ended
      }
    }
    const ended = await endOf(begin([...formats, `--out=${out}`]), cut)
    if (typeof ended === 'number') memory.tellAll(join(out, 'report.json'))
    return ended
  }

  async function endOf(run: ChildRun, cut: Promise<'changed'> | undefined): Promise<number | 'changed'> {
    const ended = await Promise.race([run.ended, ...(cut ? [cut] : [])])
    if (ended === 'changed') await end(run)
    return ended
  }

  function begin(more: readonly string[]): ChildRun {
    // After Ctrl-C, rounds continue until they would start another run.
    stopping.signal.throwIfAborted()
    const run = startChildRun([...words, ...more])
    running.add(run)
    const forget = () => running.delete(run)
    run.ended.then(forget, forget)
    return run
  }
}

async function end(run: ChildRun): Promise<void> {
  run.interrupt()
  await run.ended
}

/** Nothing is started here. */
const readDeclared = (options: JudgeOptions) => readGiven(options, { makeTmp: () => tmpdir() })

/** If the suite does not start the server, waits until it answers. */
async function ready({ baseUrl, start, container }: Declaration, signal: AbortSignal): Promise<void> {
  if (baseUrl !== undefined && !start && !container) await isThere(baseUrl, signal)
}

/** Waits until the server restarts, or a watched file differs from the given state, which defaults to the current one. */
async function changed(declaration: Declaration, signal: AbortSignal, before?: string): Promise<void> {
  const { baseUrl, start, container } = declaration
  const isStarted = Boolean(start ?? container)
  await Promise.race([
    fileChanged(watchedFiles(declaration), signal, before),
    ...(isStarted || baseUrl === undefined ? [] : [cameBack(baseUrl, signal)]),
  ])
}

function nameOf({ baseUrl, start, container, source }: Declaration): string {
  if (start) return `the files of start (${start.command})`
  if (container) return source.shown
  return `${baseUrl}`
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Reads the declaration again after a change: prints its problems, and waits for the next change. */
export async function readAgain(
  known: Declaration,
  read: () => Declaration,
  signal: AbortSignal,
): Promise<Declaration> {
  for (;;) {
    // A file that is saved while it is read differs from this.
    const before = stateOf(watchedFiles(known))
    try {
      return read()
    } catch (error) {
      reportFault(error)
      await fileChanged(watchedFiles(known), signal, before)
      if (signal.aborted) return known
    }
  }
}
