import { Command, CommanderError, Option } from 'commander'
import { readAsset } from '../asset.ts'
import type { CommandOptions } from './commands.ts'
import type { StartOptions } from './start-options.ts'

const collect = (value: string, all: string[] = []) => [...all, value]
const dataDir = ['--data <dir>', 'folder for what operators create, shared with a running server'] as const
const seedFile = ['--seed-file <file>', 'accounts, keys and tokens (YAML) instead of the demo ones'] as const
const fastHash = ['--fast-hash', 'weak password hashes, for tests on loopback'] as const

const invalid = (message: string) => new CommanderError(2, 'number', `error: ${message}`)

/** Rejects an empty value, as from an unset variable, which would mean the current folder. */
function folder(value: string): string {
  if (value !== '') return value
  throw invalid('"" is not a folder; give --data the path of one')
}

function portNumber(value: string): number {
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535) throw invalid(`"${value}" is not a port; give 0 to 65535`)
  return port
}

/** Accepts a century in either direction, so that every date of the server has a four-digit year. */
function clockOffset(value: string): number {
  const seconds = Number(value)
  if (!/^[+-]?\d+$/.test(value) || Math.abs(seconds) > 3_155_760_000)
    throw invalid(`"${value}" is not a number of seconds; give one such as 420 or -420`)
  return seconds
}

function wholeNumber(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw invalid(`"${value}" is not a whole number`)
}

function positive(value: string): number {
  const number = wholeNumber(value)
  if (number > 0) return number
  throw invalid(`"${value}" must be 1 or more`)
}

/** In milliseconds: `200`, or `100-300`. */
function latency(value: string): { from: number; to: number } {
  const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(value) ?? []
  if (from !== '' && Number(from) <= Number(to)) return { from: Number(from), to: Number(to) }
  throw invalid(`"${value}" is not a latency; give milliseconds: 200, or 100-300`)
}

const program = new Command('reference-server')
  .description('The reference server of the API, for people who write clients.')
  .version(version())
  .exitOverride()
  .showHelpAfterError('(--help shows the options)')
  .helpOption('-h, --help', 'show this help')

program
  .command('start')
  .description('start the server; it runs until SIGTERM or SIGINT')
  .option('--port <n>', 'port to listen on; 0 picks a free one', portNumber, 8080)
  .option(
    '--control-port <n>',
    'port for clock, journal, defects and a page for all of it, on loopback; 0 picks a free one',
    portNumber,
  )
  .option('--journal <n>', 'how many requests the journal keeps; 0: none (default: 1000)', wholeNumber)
  .option('--control-host <address>', 'address of the control port; beyond loopback it needs a token')
  .option('--control-token-file <file>', 'file with the token that callers must send to the control port')
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option(...dataDir, folder)
  .option(...seedFile)
  .option('--debug', 'serve the interactive reference page')
  .option('--server-version <version>', 'decides where the reference page is', '2.10.0')
  .option(
    '--clock-offset <seconds>',
    'how far the clock is ahead of real time, or behind it (-600)',
    clockOffset,
  )
  .option('--defect <names...>', 'break the specification on purpose')
  .option('--variation <names...>', 'differ in ways that the specification allows')
  .option(...fastHash)
  .option(
    '--deterministic <n>',
    'tokens, seeds and ids are the same in each run; anyone can predict them',
    wholeNumber,
  )
  .option('--tls-cert <file>', 'certificate chain, PEM; with --tls-key')
  .option('--tls-key <file>', 'its key, PEM')
  .option('--cors-origin <origin>', 'origin whose pages may call the server; repeatable; "*": all', collect)
  .option('--latency <ms>', 'delay each answer: 200, or a range: 100-300', latency)
  .option(
    '--demand-header-file <file>',
    'file with a header line (X-Run: 123); requests without it get no answer',
  )
  .option(
    '--real-time-counts',
    'codes and signed Dates in real time are accepted too, however far the clock is ahead',
  )
  .option('--rate-limit <n>', 'requests a minute from one address; more get 429', positive)
  .addOption(
    new Option('--log [level]', 'a line of JSON for each answer, to stderr')
      .choices(['debug', 'info', 'warn', 'error'])
      .preset('info'),
  )
  .option('--print-config', 'print the effective configuration as JSON, and start nothing')
  .action(async (options: StartOptions) => (await import('./start.ts')).start(options))

const commands = () => import('./commands.ts')

/** Adds a command of the operator, with the options that all of them take. `hashes`: it hashes a password. */
function addOperatorCommand(
  group: Command,
  usage: string,
  description: string,
  run: 'createPrivateToken' | 'showPrivateToken' | 'createAccessKey' | 'addUser',
  hashes = false,
): void {
  const command = group.command(usage).description(description)
  command.requiredOption(...dataDir, folder).option(...seedFile)
  if (hashes) command.option(...fastHash)
  command
    .option('--defect <name>', 'break the specification on purpose; repeatable', collect)
    .option('--variation <name>', 'differ in ways that the specification allows; repeatable', collect)
    .action(async (user: string, options: CommandOptions) => (await commands())[run](user, options))
}

const privateToken = program.command('private-token').description('the permanent token of a user')
const creates = 'create and print it; fails if the user already has one'
addOperatorCommand(privateToken, 'create <user>', creates, 'createPrivateToken')
addOperatorCommand(privateToken, 'show <user>', 'print it', 'showPrivateToken')

const accessKey = program.command('access-key').description('keys for request signatures')
addOperatorCommand(accessKey, 'create <user>', 'make one and print it as JSON', 'createAccessKey')

const user = program.command('user').description('accounts')
addOperatorCommand(user, 'add <user>', 'add an account; its password is read from stdin', 'addUser', true)

program
  .command('list')
  .description('show the defects and variations, and what each breaks')
  .option('--json', 'print JSON')
  .action(async (options: { json?: boolean }) => (await commands()).list(options))

// Commander's own takes one name, and shows the whole help after a misspelt one without a word about it.
for (const group of [program, privateToken, accessKey, user])
  group
    .helpCommand(false)
    .command('help [command...]')
    .description('show help for a command')
    .helpOption(false)
    .action((words: string[]) => {
      const below = (above: Command, word: string): Command =>
        above.commands.find((each) => each.name() === word) ??
        above.error(
          `error: unknown command '${word}'; known: ${above.commands.map((each) => each.name()).join(', ')}`,
        )
      words.reduce(below, group).help()
    })

/**
 * Runs what the arguments of the process say. Throws what the command throws; arguments that can't be read exit with code
 * 2.
 */
export async function runProgram(): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'number') console.error(error.message)
    process.exitCode = error.exitCode === 0 ? 0 : 2
  }
}

function version(): string {
  // The file is two folders up from dist/reference-server, one from the sources.
  for (const place of ['../../package.json', '../package.json']) {
    try {
      return (JSON.parse(readAsset(place)) as { version: string }).version
    } catch {
      continue
    }
  }
  return 'unknown'
}
