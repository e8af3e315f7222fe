import { Option, type Command } from 'commander'
import type { JudgeOptions } from './judge-options.ts'
import { shard, wholeNumber } from './option-values.ts'
import type { Suite } from './suite.ts'

/** The options that make one judging run a part of something larger. */
export interface LoopOptions extends JudgeOptions {
  /** How often to judge. */
  repeat?: number
}

export function withLoopOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--failed',
        'only what did not pass in the last report, and what that looks back on',
      ).conflicts('shard'),
    )
    .addOption(
      new Option(
        '--shard <i/n>',
        'only the i-th of n parts of about equal cost; "conformance merge" makes one report of all',
      ).argParser(shard),
    )
    .option(
      '--from <report>',
      'the last report, for --failed and --shard (default: conformance-report/report.json)',
    )
    .addOption(
      new Option('--repeat <times>', 'judge so many times, and tell how stable each verdict is')
        .argParser(wholeNumber(1))
        .conflicts('shard'),
    )
}

/** Runs once, or as often as the options say. */
export async function runAsAsked(suite: Suite, options: LoopOptions, command: Command): Promise<number> {
  const { repeat: times } = options
  if (times !== undefined) {
    const { repeat } = await import('./repeat.ts')
    return await repeat(suite, { ...options, repeat: times }, command)
  }
  if (options.failed) {
    const { judgeFailed } = await import('./failed.ts')
    return await judgeFailed(suite, options)
  }
  const { judge } = await import('./judge.ts')
  return await judge(suite, options)
}
