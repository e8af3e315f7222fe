import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { packageFolder } from '../../../../harness/subject/files/package-folder.ts'
import { attempt } from '../../../../harness/wire/attempt.ts'
import type { Report } from '../../../../reports/report.ts'

/** What a run of the command left behind, as a user sees it. */
export interface CommandRun {
  /** null if it was stopped because it took too long. */
  exitCode: number | null
  durationMs: number
  /** Its peak memory, in MiB. */
  peakMiB: number
  /** Absent if none was written. */
  report?: Report
  /** Everything printed, and every file written, by name. */
  outputs: Map<string, string>
}

const formats = 'json,junit,html,markdown,allure,sarif'

/** Runs `conformance` with a declaration, in a separate process and folder. */
export async function runConformance(
  declaration: Record<string, unknown>,
  words: readonly string[],
  longestMs: number,
): Promise<CommandRun> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-hostile-'))
  const out = join(folder, 'out')
  try {
    const config = join(folder, 'conformance.json')
    writeFileSync(config, JSON.stringify(declaration))
    const started = performance.now()
    const args = ['--config', config, '--out', out, '--format', formats, ...words]
    const { exitCode, peakMiB, printed } = await run(args, folder, longestMs)
    const outputs = new Map(Object.entries(printed))
    for (const file of filesBelow(out)) outputs.set(file, readFileSync(join(out, file), 'utf8'))
    const report = outputs.get('report.json')
    return {
      exitCode,
      peakMiB,
      durationMs: Math.round(performance.now() - started),
      outputs,
      ...(report === undefined ? {} : { report: JSON.parse(report) as Report }),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(args: readonly string[], cwd: string, longestMs: number) {
  const dist = join(packageFolder(), 'dist', 'suites')
  const measured = join(dist, 'proof', 'self-test', 'hostile-servers', 'measured.js')
  const child = spawn(process.execPath, [measured, join(dist, 'main.js'), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const texts = child.stdio.slice(1).map((stream) => text(stream as Readable))
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  clearTimeout(timer)
  const [stdout = '', stderr = '', peak = ''] = await Promise.all(texts)
  return { exitCode, peakMiB: Math.round(Number(peak) / 1024), printed: { stdout, stderr } }
}

const filesBelow = (folder: string): string[] =>
  attempt(() => readdirSync(folder, { recursive: true, withFileTypes: true }), [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
