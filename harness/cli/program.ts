import { Command, CommanderError, Option } from 'commander'
import { formats } from '../../reports/formats.ts'
import type { BaselineUpdateOptions } from './report/baseline.ts'
import type { DoctorOptions } from './doctor.ts'
import type { InitOptions } from './init.ts'
import type { SelfTestOptions } from './options/judge-options.ts'
import type { ReplayOptions } from './again/replay.ts'
import { addClientCommands } from './client-program.ts'
import { closestWord } from '../subject/closest-word.ts'
import { addReportCommands } from './report-program.ts'
import { runAsAsked, withLoopOptions, type LoopOptions } from './loop-options.ts'
import { formatNames, named, shard, wholeNumber, withPrinting, words } from './options/option-values.ts'
import type { Suite } from './suite.ts'

/**
 * The command line of the suite. Parses the arguments, loads and runs the command, and returns the exit code.
 * @param argv the arguments after the program's name
 */
export async function runCli(suite: Suite, argv: readonly string[]): Promise<number> {
  let exitCode = 0
  const program = createProgram(suite, (code) => (exitCode = code))
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { reportFault } = await import('./report-fault.ts')
    return reportFault(error)
  }
}

function createProgram(suite: Suite, done: (exitCode: number) => void): Command {
  const program = new Command('conformance')
    .description('Judges a server of the authentication and user-list API against its specification.')
    .version(suite.version)
    .exitOverride()
    // Options after a command's name belong to the command: `report --out DIR`, `list --json`.
    .enablePositionalOptions()
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ optionDescription: describeOption })
    .addHelpText('after', exitCodes)

  withLoopOptions(withJudgeOptions(program)).action(async (options: LoopOptions, command: Command) => {
    const [stray] = command.args
    if (stray !== undefined) rejectWord(program, stray)
    done(await runAsAsked(suite, options, command))
  })

  program
    .command('list')
    .description('show every requirement')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) =>
      done(await (await import('./about/list.ts')).list(suite, options)),
    )
  program
    .command('explain <id>')
    .description('show one requirement: its rule, quote, reading and cases')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { json?: boolean }) =>
      done(await (await import('./about/explain.ts')).explain(suite, id, options)),
    )
  program
    .command('init')
    .description(
      'probe a server and write a first conformance.yaml; prompts in a terminal, otherwise uses the options',
    )
    .option('--base-url <url>', 'address of the server')
    .option('--config <file>', 'the file to write', 'conformance.yaml')
    .option('--username <name>', 'an account without a second factor')
    .option('--mfa-username <name>', 'an account with a second factor')
    .option('--private-token-of <name>', 'the owner of a private token')
    .option('--access-key-id <id>', 'keyId of an access key')
    .option('--access-key-of <name>', 'owner of that access key (default: --username)')
    .option('--control-url <url>', "base URL of the server's clock control")
    .option('--insecure', 'accept any certificate while probing', false)
    .option('--force', 'overwrite the file', false)
    .action(async (options: InitOptions) => done(await (await import('./init.ts')).init(options)))
  program
    .command('doctor')
    .description(
      'check each account, token, key and command of a declaration, and the clock; sends only valid requests',
    )
    .option('--base-url <url>', 'check the server at this address')
    .option('--config <file>', declarationFile)
    .addOption(envFile())
    .addOption(bundled('check'))
    .option('--json', 'print JSON')
    .action(async (options: DoctorOptions) =>
      done(await (await import('./doctor.ts')).doctor(suite, options)),
    )
  addClientCommands(program, suite, done)
  addReportCommands(program, suite, done)
  program
    .command('serve')
    .description('start the reference server; takes the arguments of "reference-server start"')
    .allowUnknownOption()
    .helpOption(false)
    .argument('[arguments...]')
    .action(async (args: string[]) => done(await (await import('./serve.ts')).serve(args)))
  withPrinting(
    program
      .command('replay [cases...]')
      .description('rerun the given cases of a report, the failed ones of a requirement, or all that failed')
      .option('--from <report>', 'report.json of the run', 'conformance-report/report.json')
      .option('--base-url <url>', 'judge the server at this address')
      .option('--config <file>', declarationFile)
      .addOption(envFile())
      .option('--out <folder>', 'where the report of the replay goes (default: conformance-report/partial)')
      .addOption(bundled())
      .option('--slow', 'also run cases that wait in real time', false),
  ).action(async (words: string[], options: ReplayOptions) =>
    done(await (await import('./again/replay.ts')).replay(suite, words, options)),
  )
  program
    .command('baseline')
    .description('manage the list of known failures')
    .command('update')
    .description('write the failures of a report to the baseline; remove entries that pass')
    .option('--from <report>', 'report.json of the run', 'conformance-report/report.json')
    .option('--baseline <file>', 'the baseline', 'known.yaml')
    .option('--reason <text>', 'why new entries, and those without a reason, are accepted', '')
    .option('--owner <name>', 'who fixes new entries, and those without an owner', '')
    .option('--expires <date>', 'last day on which new entries are valid (default: 90 days after the run)')
    .action(async (options: BaselineUpdateOptions) =>
      done(await (await import('./report/baseline.ts')).baselineUpdate(suite, options)),
    )
  program
    .command('self-test')
    .description('show that the suite catches what is wrong and accepts what is right')
    .option(
      '--only <names...>',
      'only these, by name or group: defects, sequences, variations, combinations, null-servers, hostile-servers, undeclared, limits, one-by-one, clients',
      words,
      [],
    )
    .option('--shard <i/n>', 'only the i-th of n equal parts, to spread the work across machines', shard)
    .option('--jobs <number>', 'number of parallel runs (default: the number of cores)', wholeNumber(1))
    .option('--seed <number>', 'seed for everything random (default: 1)', wholeNumber(0))
    .option('--runs <number>', 'number of tries per property (default: 3)', wholeNumber(1))
    .option(
      '--alone',
      'plant one defect or variation per server (default: several that change different requirements)',
      false,
    )
    .option('--matrix <file>', 'write the kill matrix to this file, and run nothing')
    .option('--json', 'print JSON', false)
    .action(async (options: SelfTestOptions) => done(await suite.selfTest(options)))
  prepareErrors(program)
  // Last, so that commands do not inherit it: the program itself explains an excess word, but a command rejects one.
  return program.allowExcessArguments()
}

/** Makes each command help with its own commands, name its own help after an error, and reject an empty name of a file, as from an unset variable. */
function prepareErrors(command: Command, before = ''): void {
  const words = before + command.name()
  if (command.commands.length > 0 && command.registeredArguments.length === 0) addHelp(command)
  command.showHelpAfterError(`(${words} --help shows every option)`)
  for (const option of command.options)
    if (/<(?:file|folder|report)>$/.test(option.flags)) option.argParser(named)
  for (const child of command.commands) prepareErrors(child, `${words} `)
}

/** Commander's own `help` takes one name, and shows the whole help after a misspelt one without a word about it. */
function addHelp(group: Command): void {
  group
    .helpCommand(false)
    .command('help [command...]')
    .description('show help for a command')
    .helpOption(false)
    .action((words: string[]) => {
      const below = (above: Command, word: string): Command =>
        above.commands.find((each) => each.name() === word) ?? rejectWord(above, word)
      words.reduce(below, group).help()
    })
}

/** Ends with an error about a word that is not a command: an address without its option, or a misspelt command. */
function rejectWord(group: Command, word: string): never {
  if (/^https?:/i.test(word)) group.error(`error: an address goes after its option: --base-url ${word}`)
  if (/\.(?:ya?ml|json)$/i.test(word))
    group.error(`error: a declaration goes after its option: --config ${word}`)
  if (formats.some((format) => format === word))
    group.error(`error: formats are separated by commas, without spaces: --format json,${word}`)
  const names = group.commands.map((command) => command.name())
  const near = closestWord(word, names)
  return group.error(
    `error: there is no command "${word}"${near === undefined ? '' : `; did you mean ${near}?`}`,
  )
}

function withJudgeOptions(command: Command): Command {
  return withPrinting(
    command
      .option('--base-url <url>', 'judge the server at this address')
      .option('--config <file>', declarationFile)
      .addOption(envFile())
      .addOption(bundled())
      .option(
        '--out <folder>',
        'where reports go; what an earlier run left there moves to previous/ (default: conformance-report; with --only or --skip: conformance-report/partial)',
      )
      .option('--format <names>', `${formatNames} (default: the first five)`, words, [])
      .option('--only <ids...>', 'only these requirements or topics', words, [])
      .option('--skip <ids...>', 'all but these requirements or topics', words, [])
      .option(
        '--requirements <set>',
        'judge by the requirements of an older release (default: the newest set)',
      )
      .option('--strict', 'a failed "should" counts as a violation', false)
      .option('--require-complete', 'an untested "must" counts as incomplete', false)
      .option('--baseline <file>', 'known failures of this subject')
      .option('--seed <number>', 'seed for the property cases', wholeNumber(0))
      .option('--runs <number>', 'number of tries per property (default: 5)', wholeNumber(1))
      .option('--slow', 'also run cases that wait in real time', false)
      .option('--events <file>', 'write events to this file as they happen, a line of JSON for each')
      .option(
        '--jobs <number>',
        'cases to run in parallel (default: limits.concurrency of the declaration; 1: one after another, and one request after another)',
        wholeNumber(1),
      )
      .addOption(
        new Option('--depth <set>', 'run a complete test set for the login model').choices([
          'complete',
          'complete+1',
        ]),
      ),
  )
}

const declarationFile = 'declaration (default: conformance.yaml, .yml or .json in the current folder)'

const envFile = (): Option =>
  new Option(
    '--env-file <file>',
    'variables for ${NAME} in the declaration and for its commands (default: .env next to it)',
  )

const bundled = (verb = 'judge'): Option =>
  new Option('--bundled', `${verb} the bundled reference server, whatever is in the folder`).conflicts([
    'config',
    'baseUrl',
  ])

const exitCodes = `
Without a declaration and without --base-url, the bundled reference server is judged; if CI is set, or with
--baseline, --strict or --require-complete, this needs --bundled.

Exit codes: 0 no violation, 1 violation, 2 invalid usage or declaration, 3 incomplete,
            4 baseline stale, 5 the suite is at fault, 6 the subject can't be reached`

/** Omits the defaults of flags and lists, which are not informative. */
function describeOption({ description, argChoices, defaultValue }: Option): string {
  const said = typeof defaultValue === 'string' || typeof defaultValue === 'number' ? defaultValue : ''
  const extra = [
    ...(argChoices ? [`one of ${argChoices.join(', ')}`] : []),
    ...(said === '' ? [] : [`default: ${said}`]),
  ]
  return extra.length === 0 ? description : `${description} (${extra.join('; ')})`
}
