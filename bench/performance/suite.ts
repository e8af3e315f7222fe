import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Pool } from 'undici'
import { launchServer } from '../program.ts'
import type { RecordedRequest } from './recorder.ts'

export interface SuiteFigures {
  runs: number
  exchanges: number
  /**
   * Wall-clock seconds of the run, as in its report: from the first case to the report, including the start of the subject.
   */
  seconds: number
  /** Exchanges per second of the whole run. */
  wholeRate: number
  /**
   * Requests per second from the run's first request to its last, and of a loop that only sends the same requests: one at a
   * time, and eight at once.
   */
  rate: number
  oneByOne: number
  eightAtOnce: number
  megabytes: number
}

const conformance = fileURLToPath(new URL('../../../bin/conformance.js', import.meta.url))

/** Measures a run of the suite against the bundled server, and sends the same requests again in a bare loop. */
export async function measureSuite(runs: number): Promise<SuiteFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-suite-'))
  try {
    const args = [...`--bundled --runs ${runs} --seed 1 --quiet --format json --out`.split(' '), folder]
    const run = (flags: string[], env: Record<string, string>) =>
      promisify(execFile)(process.execPath, [...flags, conformance, ...args], {
        env: { ...process.env, ...env },
      })
    const preload = `--import=${new URL('./recorder.js', import.meta.url).href}`
    // Recording takes time, so it has a separate run. Only NODE_OPTIONS reaches the threads of a run.
    const file = (name: string) => join(folder, name)
    await run([], { NODE_OPTIONS: preload, BENCH_REQUESTS: file('requests') })
    await run([], { NODE_OPTIONS: preload, BENCH_MEMORY: file('memory'), BENCH_SECONDS: file('seconds') })
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      exchanges: number
      durationMs: number
    }
    const recorded = readFileSync(file('requests'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedRequest)
    const seconds = report.durationMs / 1000
    return {
      runs,
      exchanges: report.exchanges,
      seconds,
      wholeRate: report.exchanges / seconds,
      rate: report.exchanges / Number(readFileSync(file('seconds'), 'utf8')),
      oneByOne: await bareLoop(recorded, 1),
      eightAtOnce: await bareLoop(recorded, 8),
      megabytes: Number(readFileSync(file('memory'), 'utf8')),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns requests per second with this many in flight. */
async function bareLoop(requests: readonly RecordedRequest[], atOnce: number): Promise<number> {
  const server = await launchServer('--debug', '--control-port', '0', '--journal', '0')
  const pool = new Pool(new URL(server.url).origin, { connections: atOnce, pipelining: 1 })
  const left = requests.values()
  const from = performance.now()
  const lane = async () => {
    for (const { method, path, headers, body } of left) {
      // Latin-1 text represents bytes; undici itself writes lengths and hosts.
      const named = headers.flatMap((name, index) => {
        const own = /^(?:host|content-length|connection|transfer-encoding)$/i.test(name)
        return index % 2 === 0 && !own ? [name, headers[index + 1] ?? ''] : []
      })
      const bytes = body === null ? null : Buffer.from(body, 'latin1')
      const answer = await pool.request({ method: method as 'GET', path, headers: named, body: bytes })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const seconds = (performance.now() - from) / 1000
  await pool.close()
  server.child.kill('SIGTERM')
  await server.ended
  return requests.length / seconds
}
