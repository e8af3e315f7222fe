import { readFileSync } from 'node:fs'
import { startServer } from '../../reference-server/index.ts'
import { type Launched, launchServer } from '../program.ts'
import { median } from './median.ts'

/** In milliseconds; `cpu` is processor time, which other load on the machine affects less. */
export interface Took {
  wall: number
  cpu: number
}

export interface StartUp {
  /** From spawn to the ready line. */
  process: Took
  /** The first start in this process, and each later one. */
  firstInProcess: Took
  nextInProcess: Took
  /** Resident memory of the process once it is ready, in megabytes. Like its processor time, NaN if there is no /proc. */
  megabytes: number
}

/** Call it before anything else starts a server in this process. */
export async function measureStartUp(rounds: number): Promise<StartUp> {
  const inProcess: Took[] = []
  for (let count = 0; count <= rounds; count++) {
    const [wall, cpu] = [performance.now(), process.cpuUsage()]
    const server = await startServer({ fastHash: true })
    const { user, system } = process.cpuUsage(cpu)
    inProcess.push({ wall: performance.now() - wall, cpu: (user + system) / 1000 })
    await server.stop()
  }
  const [firstInProcess, ...next] = inProcess
  if (!firstInProcess) throw new Error('no round was made')
  const processes: Took[] = []
  const megabytes: number[] = []
  for (let count = 0; count < rounds; count++) {
    const from = performance.now()
    const server = await launchServer()
    processes.push({ wall: performance.now() - from, cpu: cpuOf(server) })
    megabytes.push(Number(/VmRSS:\s+(\d+)/.exec(ofProcess(server, 'status'))?.[1] ?? Number.NaN) / 1024)
    server.child.kill('SIGTERM')
    await server.ended
  }
  return {
    process: medians(processes),
    firstInProcess,
    nextInProcess: medians(next),
    megabytes: median(megabytes),
  }
}

const medians = (all: readonly Took[]): Took => ({
  wall: median(all.map(({ wall }) => wall)),
  cpu: median(all.map(({ cpu }) => cpu)),
})

/** User and system time, in ticks of 10 ms: fields 14 and 15 of proc(5). */
function cpuOf(launched: Launched): number {
  const fields = ofProcess(launched, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function ofProcess({ child }: Launched, file: string): string {
  try {
    return readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
