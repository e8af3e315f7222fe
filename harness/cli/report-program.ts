import type { Command } from 'commander'
import type { MergeOptions } from './report/merge.ts'
import { formatNames, withPrinting, words } from './options/option-values.ts'
import type { ReportOptions } from './report/report.ts'
import type { Suite } from './suite.ts'

/** Adds the commands that work on stored reports: `report`, `open`, `verify`, `diff`, `merge`. */
export function addReportCommands(program: Command, suite: Suite, done: (exitCode: number) => void): void {
  program
    .command('report')
    .description(
      'write a stored report in other formats; without --from and --format, build the Allure page of a run',
    )
    .option(
      '--from <report>',
      'report.json of a run, or its folder (default: conformance-report/report.json)',
    )
    .option('--format <names>', `${formatNames} (default: the first five)`, words, [])
    .option(
      '--out <folder>',
      'where the files go (default: next to the report); for the Allure page, the folder of the run (default: conformance-report)',
    )
    .option(
      '--allure-history <file>',
      'for the Allure page: add the results of this run to this file, and show those of earlier runs',
    )
    .action(async (options: ReportOptions) =>
      done(await (await import('./report/report.ts')).report(suite, options)),
    )
  program
    .command('open [place]')
    .description(
      'show the HTML page of a run in the browser: a page, or a folder of reports (default: conformance-report)',
    )
    .action(async (place: string | undefined) => done(await (await import('./report/open.ts')).open(place)))
  program
    .command('verify <report>')
    .description(
      'check that a report is complete and consistent, and covers all rules of this version; exits with 1 if not',
    )
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean }) =>
      done(await (await import('./report/verify.ts')).verify(suite, file, options)),
    )
  program
    .command('diff <reports...>')
    .description('compare two or more report.json files: verdicts and observations side by side')
    .option('--json', 'print JSON')
    .option('--html <file>', 'also write the comparison as a page')
    .action(async (files: string[], options: { json?: boolean; html?: string }) =>
      done(await (await import('./report/diff.ts')).diff(suite, files, options)),
    )
  withPrinting(
    program
      .command('merge <folders...>')
      .description('combine all shards of a run into one report; recompute conclusion and exit code')
      .option('--out <folder>', 'where the reports go', 'conformance-report')
      .option('--format <names>', `${formatNames} (default: the first five)`, words, [])
      .option('--baseline <file>', 'known failures, the same file as for the shards'),
  ).action(async (folders: string[], options: MergeOptions) =>
    done(await (await import('./report/merge.ts')).merge(suite, folders, options)),
  )
}
