import { machineTime } from '../common/clock.ts'
import { explain } from '../operator/explain.ts'
import { serverOptionsOf, type StartOptions } from '../operator/start-options.ts'
import { startServer, type ServerWithParts } from '../start/server.ts'
import { carryOut, type UserCommand } from './carry-out.ts'

/** What the parent asks for: `start` with command-line options, to stop what was started, or a command of the operator's. */
type Asked = { start: StartOptions } | { stop: true } | UserCommand

/**
 * Runs one server after another in this process, which is loaded once, since the self-test starts hundreds of them. The
 * parent asks over the channel of a forked process, and may ask for several commands at once: each answer has the number
 * of its question.
 */
let running: { server: ServerWithParts; options: StartOptions } | undefined

async function answer(asked: Asked): Promise<object> {
  if ('command' in asked) {
    if (!running) throw new Error('no server is started')
    return await carryOut(asked, running.options)
  }
  if ('stop' in asked) {
    await running?.server.stop()
    running = undefined
    return {}
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

process.on('message', ({ number, ...asked }: Asked & { number: number }) => {
  void answer(asked as Asked).then(
    (done) => process.send?.({ number, ...done }),
    (error: unknown) => process.send?.({ number, fault: explain(error).message }),
  )
})
process.on('disconnect', () => process.exit())
