import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { packageFolder } from '../../../harness/subject/package-folder.ts'
import { startProcess } from '../../../harness/subject/process.ts'
import { shellQuote } from '../../../harness/subject/shell-quote.ts'
import type { Finding } from '../findings.ts'
import { nullDeclaration } from '../null-servers/declaration.ts'
import { hostileAccounts, hostileSecrets } from './declared.ts'
import type { HostileServer } from './hostile-servers.ts'
import { judgeHostile } from './judge-hostile.ts'
import { runConformance } from './run-conformance.ts'

/** Longest run against a hostile server, in milliseconds. */
const longestMs = 120_000

/** `conformance` as a user runs it against one hostile server, with credentials declared. */
export async function hostileRun({ name, ...server }: HostileServer, seed: number): Promise<Finding> {
  let strays = 0
  const elsewhere = createServer((socket) => {
    strays++
    socket.destroy()
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as AddressInfo
  const program = join(packageFolder(), 'dist', 'suites', 'self-test', 'hostile-servers', 'main.js')
  const words = [process.execPath, program, name, `http://127.0.0.1:${port}`]
  const command = words.map((word) => shellQuote(word)).join(' ')
  const started = await startProcess({ command, cwd: packageFolder(), env: process.env, timeoutMs: 30_000 })
  try {
    const declaration = { ...nullDeclaration(started.url ?? ''), ...hostileAccounts }
    const chosen = ['--only', ...(server.only ?? ['login', 'users', 'session', 'anonymous'])]
    const run = await runConformance(
      declaration,
      ['--quiet', '--runs', '1', '--seed', `${seed}`, ...chosen],
      longestMs,
    )
    const mismatches = judgeHostile(run, { strays, secrets: hostileSecrets, isHttp: server.isHttp ?? true })
    return { kind: 'hostile server', name, durationMs: run.durationMs, mismatches }
  } finally {
    await started.stop()
    elsewhere.close()
  }
}
