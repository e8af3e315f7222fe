import { Option, type Command } from 'commander'
import type { ClientInitOptions } from './client/client-init.ts'
import type { ClientOptions } from './options/judge-options.ts'
import { formatNames, wholeNumber, withPrinting, words } from './options/option-values.ts'
import { longestTimerMs } from '../subject/declaration/longest-timer.ts'
import type { Suite } from './suite.ts'

/** `conformance client`, with `init` and `doctor`. */
export function addClientCommands(program: Command, suite: Suite, done: (exitCode: number) => void): void {
  const command = program
    .command('client')
    .description('judge a client: by its own tests (-- COMMAND), or by scenarios (client.yaml)')
    .argument('[command...]', 'after --: the program that runs the client, with its arguments')
    .enablePositionalOptions()
    .option('--config <file>', 'how to drive the client (default: ./client.yaml)')
    .option(
      '--out <folder>',
      'where reports go (default: conformance-report; partial runs: conformance-report/partial)',
    )
    .option('--format <names>', `${formatNames} (default: the first five)`, words, [])
    .option('--only <ids...>', 'only these requirements or topics', words, [])
    .option('--skip <ids...>', 'all but these requirements or topics', words, [])
    .option(
      '--scenario <names...>',
      'only these scenarios, plus those that show that the client works at all',
      words,
      [],
    )
    .option('--strict', 'a failed "should" counts as a violation', false)
    .option('--require-complete', 'an untested "must" counts as incomplete', false)
    .option('--baseline <file>', 'known failures of this client')
    .option('--seed <number>', 'seed for everything random: values, and how servers differ', wholeNumber(0))
    .option('--latency <ms>', "response delay of the suite's server", wholeNumber(0, 999_999))
    .option(
      '--timeout <seconds>',
      'how long a command may take (default: 600)',
      wholeNumber(1, Math.floor(longestTimerMs / 1000)),
    )
  withPrinting(command, 'client')
    .addHelpText('after', help)
    .action(async (argv: string[], options: ClientOptions) =>
      done(await (await import('./client/client.ts')).client(suite, argv, options)),
    )
  command
    .command('init')
    .description('write a client.yaml, an adapter, and an example client that it drives')
    .option('--config <file>', 'the file to write', 'client.yaml')
    .addOption(
      new Option('--language <name>', 'of the adapter').choices(['bash', 'python', 'node']).default('node'),
    )
    .option('--force', 'overwrite the files', false)
    .action(async (options: ClientInitOptions) =>
      done(await (await import('./client/client-init.ts')).clientInit(options)),
    )
  command
    .command('doctor')
    .description('try each operation of the line protocol once')
    .option('--config <file>', 'how to drive the client (default: ./client.yaml)')
    .action(async (options: { config?: string }) =>
      done(await (await import('./client/client-doctor.ts')).clientDoctor(options)),
    )
}

const help = `
  npx conformance client -- npm test   runs your tests once, and judges every request that uses this run's credentials
  npx conformance client init          writes client.yaml, with an adapter and an example client
  npx conformance client               runs the scenarios in client.yaml

The client's environment contains CONFORMANCE_BASE_URL, _USERNAME, _PASSWORD, _MFA_USERNAME, _MFA_PASSWORD,
_OTP_SECRET, _PRIVATE_TOKEN, _KEY_ID, _KEY_SECRET, _LOGIN_PAGE and _CLOCK_URL, with new values in each run.`
