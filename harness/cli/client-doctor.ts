import { machine } from '../engine/machine.ts'
import { startAdapterProcess } from '../client-judge/adapter-process.ts'
import { readClientConfig } from '../client-judge/client-config.ts'
import { playScenario } from '../client-judge/play-scenario.ts'
import type { Method } from '../client-judge/operation.ts'
import type { PlayedOperation, Scenario } from '../client-judge/played.ts'
import { makeRunFolder, removeRunFolder } from '../subject/run-folder.ts'
import { openServers } from './client-servers.ts'
import { createInterrupt } from './interrupt.ts'
import { visible } from '../../reports/visible.ts'

/** Each operation once. */
const onceEach = (method: Method): Scenario => ({
  name: `doctor-${method}`,
  title: `Each operation once, with the method ${method}.`,
  method,
  async play(stage) {
    await stage.use(method)
    await stage.list()
    if (stage.isOwnServer) await stage.advance(1)
  },
})

/** `conformance client doctor`: does the adapter answer each operation? Exit code 2 where one is not answered well. */
export async function clientDoctor({ config: named }: { config?: string }): Promise<number> {
  const config = readClientConfig(named)
  const seed = Math.floor(Math.random() * 2 ** 31)
  const interrupt = createInterrupt()
  const folder = makeRunFolder()
  const { pool, identities, without } = await openServers({ config, seed, folder, count: 1 }).catch(
    async (error: unknown) => {
      removeRunFolder(folder)
      await interrupt.leave()
      throw error
    },
  )
  let isWell = true
  try {
    const examine = async () => {
      for (const method of config.methods) {
        const why = without.get(method)
        if (why !== undefined) {
          process.stdout.write(`left out  ${method}: ${why}\n`)
          continue
        }
        const played = await playScenario(onceEach(method), {
          pool,
          identities,
          seed,
          time: machine,
          families: { 'users-v1': true, v1: true },
          env: config.env,
          startAdapter: (told) => {
            const { command, folder: cwd, timeoutMs } = config
            const adapter = startAdapterProcess({ command, cwd, env: { ...process.env, ...told }, timeoutMs })
            interrupt.onExit(() => adapter.end())
            return adapter
          },
        })
        for (const operation of played.operations) {
          const { ok, line } = said(operation)
          isWell &&= ok
          process.stdout.write(`${ok ? 'ok   ' : 'wrong'}  ${method}: ${visible(line)}\n`)
        }
        if (played.said !== '' && !isWell)
          process.stdout.write(`${visible(played.said).replace(/^/gm, '  | ')}\n`)
      }
      return true
    }
    if ((await Promise.race([examine(), interrupt.pressed])) === undefined) return 130
    process.stdout.write(
      isWell
        ? `\nNext: npx conformance client --config ${config.file}\n`
        : '\nCorrect these before you run the scenarios.\n',
    )
    return isWell ? 0 : 2
  } finally {
    await pool.stop()
    removeRunFolder(folder)
    await interrupt.leave()
  }
}

function said({ operation, reply, exchanges }: PlayedOperation): { ok: boolean; line: string } {
  const sent = `${exchanges.length} request${exchanges.length === 1 ? '' : 's'}`
  switch (reply.kind) {
    case 'ok':
      return operation.op === 'list'
        ? {
            ok: Array.isArray(reply.users) && exchanges.length > 0,
            line: `list answered ${Array.isArray(reply.users) ? `${reply.users.length} users` : 'ok without a list of users'} after ${sent}`,
          }
        : { ok: true, line: `${operation.op} answered ok` }
    case 'error':
      return { ok: false, line: `${operation.op} failed after ${sent}: ${reply.error || 'no reason given'}` }
    case 'unsupported':
      return {
        ok: operation.op === 'advance',
        line: `${operation.op} is not supported; what needs it is untested`,
      }
    case 'fault':
      return { ok: false, line: `${operation.op}: the client ${reply.fault}` }
  }
}
