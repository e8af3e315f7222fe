// Judges a server with very many users, and prints the time and memory that this takes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { readNumbers } from '../options.ts'

const { users } = readNumbers({ users: 100_000 })
const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'conformance-large-list-'))
try {
  const declaration = parse(readFileSync(file('fixtures/default.conformance.yaml'), 'utf8')) as {
    start: { command: string }
    limits: Record<string, unknown>
  }
  const server = fileURLToPath(new URL('server.js', import.meta.url))
  declaration.start.command = `{node} ${server} ${users} {tmp}/data`
  declaration.limits['maxBodyBytes'] = 0
  const config = join(folder, 'conformance.yaml')
  writeFileSync(config, stringify(declaration).replaceAll('{package}', file('.')))
  const started = performance.now()
  const args = ['--config', config, '--out', join(folder, 'out'), '--seed', '1', '--quiet']
  const child = spawn(process.execPath, [file('bin/conformance.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let used = { megabytes: 0, seconds: 0 }
  const timer = setInterval(() => (used = usedBy(child.pid) ?? used), 50)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(timer)
  const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8')) as {
    conclusion: string
    totals: unknown
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${users} users: exit ${code}, ${report.conclusion}, ${seconds} s, ${used.seconds.toFixed(1)} s of processor time, ${used.megabytes} MB`,
  )
  console.log(JSON.stringify(report.totals))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns what a process has used so far, from Linux: its peak resident memory and its processor time. */
function usedBy(pid = 0): { megabytes: number; seconds: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const kib = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1])
    // A process that has just ended no longer reports its memory.
    if (Number.isNaN(kib)) return undefined
    return { megabytes: Math.round(kib / 1024), seconds: (Number(fields[11]) + Number(fields[12])) / 100 }
  } catch {
    return undefined
  }
}
