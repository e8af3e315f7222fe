import type { CaseResult, RunSummary } from '../../verdicts/results.ts'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { TestCase, TestModule } from 'vitest/node'
import type { HostedSpec } from '../run-spec.ts'
import { longestTimerMs } from '../../subject/declaration/longest-timer.ts'
import { tellSubject, type Address } from './subject-channel.ts'
import { waitAnnotation } from './wait-annotation.ts'

/**
 * Runs the cases as vitest tests in a worker of this process. Ignores the user's own vitest, its configuration and its
 * files. Loads the test runner and the cases while the subject starts; if the subject does not start, no case runs.
 * @param suite the file that hosts the cases
 */
export async function runInVitest(
  suite: URL,
  spec: Omit<HostedSpec, keyof Address>,
  subject: Promise<Address>,
  onCase: (result: CaseResult) => void,
  onWait: (leftSeconds: number) => void,
) {
  const { createVitest } = await import('vitest/node')
  tellSubject(spec.channel, subject)
  const file = fileURLToPath(suite)
  const folder = dirname(file)
  const faults: string[] = []
  // Missing if the worker ends before the run does.
  let summary: RunSummary | undefined
  process.on('newListener', dropSignalListeners)
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: folder,
      dir: folder,
      include: [file],
      exclude: [],
      watch: false,
      cache: false,
      pool: 'threads',
      isolate: false,
      fileParallelism: false,
      maxWorkers: 1,
      maxConcurrency: 100_000,
      testTimeout: 0,
      // By default, vitest complains after ten seconds; on a busy machine, ending the worker may take longer.
      teardownTimeout: longestTimerMs,
      reporters: [
        {
          onTestCaseResult(test: TestCase) {
            const meta = test.meta() as { result?: CaseResult; summary?: RunSummary }
            if (meta.result) onCase(meta.result)
            if (meta.summary) summary = meta.summary
            if (!meta.result && !meta.summary)
              faults.push(...(test.result().errors?.map(describeError) ?? []))
          },
          onTestCaseAnnotate(_: TestCase, { type, message }: { type: string; message: string }) {
            if (type === waitAnnotation) onWait(Number(message))
          },
          onTestModuleEnd(module: TestModule) {
            faults.push(...module.errors().map(describeError))
          },
        },
      ],
      provide: { conformance: spec },
      server: { deps: { external: [/.*/] } },
    },
    { configFile: false, envFile: false, logLevel: 'silent', clearScreen: false } as object,
    { stdout: withoutTerminal },
  )
  process.off('newListener', dropSignalListeners)
  await vitest.start()
  faults.push(...vitest.state.getUnhandledErrors().map((error) => describeError(error as Error)))
  // Not awaited: everything about the run is known by now.
  vitest.close().catch(() => {})
  return { summary, faults }
}

/** Vitest hides the cursor of a terminal, which stays hidden if the run is killed. */
const withoutTerminal = new Writable({
  write(text, _, written) {
    process.stdout.write(text as Uint8Array)
    written()
  },
})

/** Vitest's own listeners would end the process without a report. */
function dropSignalListeners(event: string | symbol, listener: (...args: unknown[]) => void): void {
  if (event === 'SIGINT' || event === 'SIGTERM') process.nextTick(() => process.off(event, listener))
}

const describeError = (error: { message: string; stack?: string | undefined }): string =>
  (error.stack ?? error.message).split('\n').slice(0, 5).join('\n')
