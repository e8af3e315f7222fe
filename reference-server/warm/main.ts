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
  const clockOffsetSeconds = Math.round((startsAt - machineTime()) / 1000)
  const server = await startServer({ ...serverOptionsOf(asked.start), clockOffsetSeconds })
  running = { server, options: asked.start }
  return { url: server.url, control: server.control }
}

/**
 * The time at which every server starts, in ms: some defects show at midnight only, others at the end of a month or on one day
 * of the week, and which cases meet one must not depend on when the self-test runs.
 */
const startsAt = Date.parse('2026-12-01T02:00:00Z')

process.on('message', ({ number, ...asked }: Asked & { number: number }) => {
  void answer(asked as Asked).then(
    (done) => process.send?.({ number, ...done }),
    (error: unknown) => process.send?.({ number, fault: explain(error).message }),
  )
})
process.on('disconnect', () => process.exit())
