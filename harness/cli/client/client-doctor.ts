import { machine } from '../../engine/machine.ts'
import { readClientConfig } from '../../client-judge/client-config.ts'
import { playScenario } from '../../client-judge/play-scenario.ts'
import type { Method } from '../../client-judge/operation.ts'
import { whyNoList } from '../../client-judge/adapter.ts'
import type { PlayedOperation, Scenario } from '../../client-judge/played.ts'
import { makeRunFolder, removeRunFolder } from '../../subject/files/run-folder.ts'
import { adapterOf } from './client-runs.ts'
import { openServers } from './client-servers.ts'
import { createInterrupt } from '../judge/interrupt.ts'
import { shellWord } from '../judge/reproduce.ts'
import { visible } from '../../../reports/visible.ts'

const onceEach = (method: Method): Scenario => ({
  name: `doctor-${method}`,
  title: `Each operation once, with the method ${method}.`,
  method,
  async play(stage) {
    const steps = [() => stage.use(method), () => stage.list(), () => stage.advance(1)]
    for (const step of stage.isOwnServer ? steps : steps.slice(0, 2)) {
      const { reply } = await step()
      // Nothing more can come from a client that ended or broke the protocol.
      if (reply.kind === 'fault') return
    }
  },
})

/**
 * `conformance client doctor`: checks whether the adapter answers each operation. Exit code 2 if an answer is missing or
 * invalid.
 */
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
  let isListed = false
  let hasAnswered = false
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
          startAdapter: adapterOf(config, interrupt),
        })
        for (const operation of played.operations) {
          const { outcome, line } = said(operation)
          isWell &&= outcome !== 'wrong'
          isListed ||= operation.operation.op === 'list' && outcome === 'ok'
          process.stdout.write(`${outcome.padEnd(8)}  ${method}: ${visible(line)}\n`)
        }
        if (played.problem !== undefined) {
          isWell = false
          process.stdout.write(`wrong     ${method}: ${visible(played.problem)}\n`)
        }
        if (played.said !== '' && !isWell)
          process.stdout.write(`${visible(played.said).replace(/^/gm, '  | ')}\n`)
        hasAnswered ||= played.operations.some(({ reply }) => reply.kind !== 'fault')
        // What ends a client at its start does so with every method.
        if (!hasAnswered) break
      }
      return true
    }
    if ((await Promise.race([examine(), interrupt.pressed])) === undefined) return 130
    process.stdout.write(
      isWell && isListed
        ? `\nNext: npx conformance client --config ${shellWord(config.file)}\n`
        : '\nCorrect these before you run the scenarios.\n',
    )
    return isWell && isListed ? 0 : 2
  } finally {
    await pool.stop()
    removeRunFolder(folder)
    await interrupt.leave()
  }
}

interface Said {
  outcome: 'ok' | 'wrong' | 'left out'
  line: string
}

function said({ operation, reply, exchanges }: PlayedOperation): Said {
  const sent = counted(exchanges.length, 'request')
  switch (reply.kind) {
    case 'ok':
      return operation.op === 'list'
        ? listed(reply.users, exchanges.length)
        : { outcome: 'ok', line: `${operation.op} answered ok` }
    case 'error':
      return wrong(`${operation.op} failed after ${sent}: ${reply.error || 'no reason given'}`)
    case 'unsupported':
      return operation.op === 'list'
        ? wrong('list is not supported; nothing can be judged without it')
        : { outcome: 'left out', line: `${operation.op} is not supported; what needs it is untested` }
    case 'fault':
      return wrong(`${operation.op}: the client ${reply.fault}`)
  }
}

function listed(users: unknown, requests: number): Said {
  if (!Array.isArray(users)) return wrong(`list answered ok, but ${whyNoList(users)}`)
  const answered = `list answered with ${counted(users.length, 'user')}`
  if (requests === 0) return wrong(`${answered}, but sent no request to CONFORMANCE_BASE_URL`)
  if (users.length === 0) return wrong(`${answered}; the server has some`)
  return { outcome: 'ok', line: `${answered}, after ${counted(requests, 'request')}` }
}

const wrong = (line: string): Said => ({ outcome: 'wrong', line })

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`
