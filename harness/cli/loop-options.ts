import { Option, type Command } from 'commander'
import { UsageError } from '../subject/subject-error.ts'
import type { JudgeOptions } from './options/judge-options.ts'
import { shard, wholeNumber } from './options/option-values.ts'
import type { Suite } from './suite.ts'

/** Options that make a judging run part of something larger. */
export interface LoopOptions extends JudgeOptions {
  /** Judge again whenever the server restarts. */
  watch?: boolean
  /** How many times to judge. */
  repeat?: number
  targets?: string
  /** How many servers to judge at a time. */
  servers?: number
}

export function withLoopOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--failed',
        'only what did not pass in the last report, and any cases that it depends on',
      ).conflicts('shard'),
    )
    .addOption(
      new Option('--watch', 'judge again whenever the server comes back, last failures first').conflicts([
        'shard',
        'repeat',
        'json',
        'depth',
        'events',
      ]),
    )
    .option(
      '--shard <i/n>',
      'only the i-th of n parts of about equal cost; "conformance merge" combines their reports into one',
      shard,
    )
    .option(
      '--from <report>',
      'the last report, for --failed, --watch and --shard (default: conformance-report/report.json)',
    )
    .addOption(
      new Option('--repeat <times>', 'judge this many times, and report how stable each verdict is')
        .argParser(wholeNumber(1))
        .conflicts(['shard', 'events']),
    )
    .addOption(
      new Option('--targets <file>', 'judge each server in a list, and compare them').conflicts([
        'baseUrl',
        'config',
        'bundled',
        'baseline',
        'failed',
        'watch',
        'shard',
        'events',
        'repeat',
        'json',
      ]),
    )
    .option(
      '--servers <number>',
      'how many --targets servers to judge at a time (default: 2)',
      wholeNumber(1),
    )
}

/** Runs once, or as many times and for as many servers as the options say. */
export async function runAsAsked(suite: Suite, options: LoopOptions, command: Command): Promise<number> {
  const { targets, servers, repeat: times, from, failed, watch: isWatching, shard: part } = options
  if (from !== undefined && !failed && !isWatching && !part)
    throw new UsageError('--from goes with --failed, --watch or --shard; add one of them, or leave it out')
  if (targets !== undefined) {
    const { judgeTargets } = await import('./again/targets.ts')
    return await judgeTargets(suite, { ...options, targets }, command)
  }
  if (servers !== undefined)
    throw new UsageError('--servers goes with --targets FILE; name one, or leave it out')
  if (isWatching) {
    const { watch } = await import('./again/watch.ts')
    return await watch(options, command)
  }
  if (times !== undefined) {
    const { repeat } = await import('./again/repeat.ts')
    return await repeat(suite, { ...options, repeat: times }, command)
  }
  if (failed) {
    const { judgeFailed } = await import('./again/failed.ts')
    return await judgeFailed(suite, options)
  }
  const { judge } = await import('./judge/judge.ts')
  return await judge(suite, options)
}
