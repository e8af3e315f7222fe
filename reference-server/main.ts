import { Command, CommanderError, Option } from 'commander'
import { readFileSync } from 'node:fs'

const collect = (value: string, all: string[] = []) => [...all, value]
const defect = () =>
  new Option('--defect <name>', 'be wrong on purpose; may be given again').argParser(collect)
const variation = () =>
  new Option('--variation <name>', 'differ legally; may be given again').argParser(collect)
const dataDir = () =>
  new Option('--data <dir>', 'folder of what operators make, shared with a running server')
const fastHash = () => new Option('--fast-hash', 'weak password hashes, for tests on loopback')

function portNumber(value: string): number {
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new CommanderError(2, 'number', `error: "${value}" is no port; give 0 to 65535`)
  return port
}

/** Within a century either way, so that every date of the server has four digits for its year. */
function clockOffset(value: string): number {
  const seconds = Number(value)
  if (!/^[+-]?\d+$/.test(value) || Math.abs(seconds) > 3_155_760_000)
    throw new CommanderError(
      2,
      'number',
      `error: "${value}" is no number of seconds; give one such as 420 or -420`,
    )
  return seconds
}

const program = new Command('reference-server')
  .description('A right server of the API: a local counterpart for client authors.')
  .version(version())
  .exitOverride()
  .showHelpAfterError('(--help shows the options)')

program
  .command('start')
  .description('start the server; it runs until SIGTERM or SIGINT')
  .addOption(new Option('--port <n>', '0 takes a free one').default(8080).argParser(portNumber))
  .addOption(
    new Option('--control-port <n>', 'port of the clock control, on loopback; 0 takes a free one').argParser(
      portNumber,
    ),
  )
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .addOption(dataDir())
  .option('--debug', 'serve the interactive reference page')
  .option('--server-version <version>', 'decides where the reference page stands', '2.10.0')
  .addOption(
    new Option(
      '--clock-offset <seconds>',
      'the clock is ahead of the real time, or behind it (-600)',
    ).argParser(clockOffset),
  )
  .option('--defect <names...>', 'be wrong on purpose')
  .option('--variation <names...>', 'differ legally')
  .addOption(fastHash())
  .action(async (options) => (await import('./operator/start.ts')).start(options))

const privateToken = program.command('private-token').description('the permanent token of a user')
privateToken
  .command('create <user>')
  .description('make and print it; fails where the user has one')
  .addOption(dataDir().makeOptionMandatory())
  .addOption(defect())
  .addOption(variation())
  .action(async (user, options) => (await commands()).createPrivateToken(user, options))
privateToken
  .command('show <user>')
  .description('print it')
  .addOption(dataDir().makeOptionMandatory())
  .addOption(defect())
  .addOption(variation())
  .action(async (user, options) => (await commands()).showPrivateToken(user, options))

program
  .command('access-key')
  .description('keys of request signatures')
  .command('create <user>')
  .description('make one and print it as JSON')
  .addOption(dataDir().makeOptionMandatory())
  .addOption(defect())
  .addOption(variation())
  .action(async (user, options) => (await commands()).createAccessKey(user, options))

program
  .command('user')
  .description('accounts')
  .command('add <user>')
  .description('add an account; its password is read from stdin')
  .addOption(dataDir().makeOptionMandatory())
  .addOption(fastHash())
  .addOption(defect())
  .addOption(variation())
  .action(async (user, options) => (await commands()).addUser(user, options))

program
  .command('list')
  .description('the defects and variations, and what each breaks')
  .option('--json', 'as JSON')
  .action(async (options) => (await commands()).list(options))

const commands = () => import('./operator/commands.ts')

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    if (error.code === 'number') console.error(error.message)
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    const { explain } = await import('./operator/explain.ts')
    const { message, exitCode } = explain(error)
    console.error(`reference-server: ${message}`)
    process.exitCode = exitCode
  }
}

function version(): string {
  // Two steps up from dist/reference-server, one from the sources.
  for (const place of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as { version: string })
        .version
    } catch {
      continue
    }
  }
  return 'unknown'
}
