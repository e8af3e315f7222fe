import { Option, type Command } from 'commander'
import type { ClientInitOptions } from './client-init.ts'
import type { ClientOptions } from './client-options.ts'
import { formatNames, wholeNumber, words } from './option-values.ts'
import type { Suite } from './suite.ts'

/** `conformance client`, with `init` and `doctor`. */
export function addClientCommands(program: Command, suite: Suite, done: (exitCode: number) => void): void {
  const command = program
    .command('client')
    .description('judge a client: by its own tests (-- COMMAND), or by scenarios (client.yaml)')
    .argument('[command...]', 'behind --: the program that runs the client, with its arguments')
    .enablePositionalOptions()
    .option('--config <file>', 'how to drive the client (default: client.yaml here)')
    .option(
      '--out <folder>',
      'where reports go (default: conformance-report, in part conformance-report/partial)',
    )
    .option('--format <names>', `${formatNames} (default: the first five)`, words, [])
    .option('--only <ids...>', 'only these rules or topics', words, [])
    .option('--skip <ids...>', 'all but these rules or topics', words, [])
    .option(
      '--scenario <names...>',
      'only these scenarios, and what shows that the client works at all',
      words,
      [],
    )
    .option('--strict', 'a failed "should" counts as a violation', false)
    .option('--require-complete', 'an untested "must" counts as incomplete', false)
    .option('--baseline <file>', 'known failures of this client')
    .option('--seed <number>', 'seed of all that is drawn: values, and how servers differ', wholeNumber(0))
    .option('--latency <ms>', 'delay of our server', wholeNumber(0))
    .option('--timeout <seconds>', 'how long a command may take (default: 600)', wholeNumber(1))
    .addOption(
      new Option('--quiet', 'print one line: the conclusion and the client').conflicts('json').default(false),
    )
    .addOption(new Option('--json', 'print the report as JSON').default(false))
    .addHelpText('after', help)
    .action(async (argv: string[], options: ClientOptions) => {
      const { client } = await import('./client.ts')
      done(await client(suite, argv, options))
    })
  command
    .command('init')
    .description('write a client.yaml, and an adapter to start from')
    .option('--config <file>', 'the file to write', 'client.yaml')
    .addOption(
      new Option('--language <name>', 'of the adapter').choices(['bash', 'python', 'node']).default('node'),
    )
    .option('--force', 'overwrite the files', false)
    .action(async (options: ClientInitOptions) => {
      const { clientInit } = await import('./client-init.ts')
      done(await clientInit(options))
    })
  command
    .command('doctor')
    .description('try each operation of the line protocol once')
    .option('--config <file>', 'how to drive the client (default: client.yaml here)')
    .action(async (options: { config?: string }) => {
      const { clientDoctor } = await import('./client-doctor.ts')
      done(await clientDoctor(options))
    })
}

const help = `
  npx conformance client -- npm test   runs your tests once, and judges every request with this run's credentials
  npx conformance client init          writes client.yaml, with an adapter for the scenarios
  npx conformance client               plays the scenarios of client.yaml

The client is told CONFORMANCE_BASE_URL, _USERNAME, _PASSWORD, _MFA_USERNAME, _MFA_PASSWORD, _OTP_SECRET,
_PRIVATE_TOKEN, _KEY_ID, _KEY_SECRET, _LOGIN_PAGE and _CLOCK_URL in its environment, new in each run.`
