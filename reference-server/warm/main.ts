import { constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { machineTime } from '../common/clock.ts'
import { explain } from '../operator/explain.ts'
import { serverOptionsOf, type StartOptions } from '../operator/start-options.ts'
import { startServer, type ServerWithParts } from '../start/server.ts'
import { carryOut } from './carry-out.ts'

/** What the parent asks for: `start` with command-line options, or to stop what was started. */
type Asked = { start: StartOptions } | { stop: true }

/**
 * Runs one server after another in this process, which is loaded once, since the self-test starts hundreds of them. The
 * parent asks over the channel of a forked process. The operator's commands arrive through the named pipe given as
 * argument, one per line: `<process id> <command> <user>`.
 */
let running: { server: ServerWithParts; options: StartOptions } | undefined

async function answer(asked: Asked): Promise<Record<string, unknown>> {
  if ('stop' in asked) {
    await running?.server.stop()
    running = undefined
    return { stopped: true }
  }
  const clockOffsetSeconds = secondsUntilTwo(machineTime())
  const server = await startServer({ ...serverOptionsOf(asked.start), clockOffsetSeconds })
  running = { server, options: asked.start }
  return { url: server.url, control: server.control }
}

const day = 24 * 3600

/**
 * Returns the seconds until it is two o'clock (UTC). Every server starts at that time of day: some defects show at
 * midnight only, and which cases meet one must not depend on when the self-test runs.
 */
function secondsUntilTwo(milliseconds: number): number {
  return (day + 2 * 3600 - (Math.floor(milliseconds / 1000) % day)) % day
}

process.on('message', (asked: Asked) => {
  void answer(asked).then(
    (done) => process.send?.(done),
    (error: unknown) => process.send?.({ fault: explain(error).message }),
  )
})
process.on('disconnect', () => process.exit())

const [, , pipe = ''] = process.argv
// Opened for reading and writing, so that it never ends: commands come and go.
const commands = new Socket({ fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK), readable: true })
createInterface({ input: commands }).on('line', (line) => {
  const [id = '', command = '', ...user] = line.split(' ')
  void carryOut(`${pipe}.${id}`, command, user.join(' '), running?.options)
})
process.send?.({ ready: true })
