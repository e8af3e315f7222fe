import { Option, type Command } from 'commander'
import { shard } from './option-values.ts'

/** The options that make one judging run a part of something larger. */
export function withLoopOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--shard <i/n>',
        'only the i-th of n parts of about equal cost; "conformance merge" makes one report of all',
      ).argParser(shard),
    )
    .option(
      '--from <report>',
      'report.json that --shard is balanced by (default: conformance-report/report.json)',
    )
}
