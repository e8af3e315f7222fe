import { readFileSync } from 'node:fs'
import { startServer } from '../../reference-server/index.ts'
import { launch, launchServer } from '../program.ts'
import { median } from './median.ts'

export interface StartUp {
  /** Milliseconds from spawn to the ready line. */
  process: number
  /** Milliseconds; the first in this process, and each after it. */
  firstInProcess: number
  nextInProcess: number
  /** Resident megabytes of the process once it is ready; undefined where there is no /proc. */
  megabytes: number | undefined
  /** Milliseconds of an operator command. */
  command: number
}

/** Call it before anything else has started a server in this process. */
export async function measureStartUp(rounds: number): Promise<StartUp> {
  const inProcess: number[] = []
  for (let count = 0; count <= rounds; count++) {
    const from = performance.now()
    const server = await startServer({ fastHash: true })
    inProcess.push(performance.now() - from)
    await server.stop()
  }
  const [firstInProcess = 0, ...next] = inProcess
  const processes: number[] = []
  const megabytes: number[] = []
  const commands: number[] = []
  for (let count = 0; count < rounds; count++) {
    const from = performance.now()
    const server = await launchServer()
    processes.push(performance.now() - from)
    megabytes.push(residentMegabytes(server.child.pid ?? 0) ?? Number.NaN)
    server.child.kill('SIGTERM')
    await server.ended
    const before = performance.now()
    await launch('list', '--help').ended
    commands.push(performance.now() - before)
  }
  const size = median(megabytes)
  return {
    process: median(processes),
    firstInProcess,
    nextInProcess: median(next),
    megabytes: Number.isNaN(size) ? undefined : size,
    command: median(commands),
  }
}

function residentMegabytes(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  } catch {
    return undefined
  }
}
