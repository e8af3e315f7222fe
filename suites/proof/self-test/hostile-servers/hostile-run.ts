import { createServer } from 'node:net'
import { listenLocally } from '../../../../harness/wire/listen-locally.ts'
import type { Finding } from '../findings.ts'
import { nullDeclaration } from '../null-servers/declaration.ts'
import { hostileAccounts, hostileSecrets } from './declared.ts'
import { secretsOfEcho } from './echoing.ts'
import { judgeHostile } from './judge-hostile.ts'
import { createMix, type Mix } from './mixes.ts'
import { runConformance } from './run-conformance.ts'

/** The longest run against hostile servers, in milliseconds. */
const longestMs = 300_000

/** `conformance` as a user runs it against hostile servers, with credentials declared. */
export async function hostileRun(mix: Mix, seed: number): Promise<Finding> {
  let strays = 0
  const elsewhere = createServer((socket) => {
    strays++
    socket.destroy()
  })
  const stray = await listenLocally(elsewhere)
  const { server, answered } = createMix(mix, stray.url)
  const hostile = await listenLocally(server)
  try {
    const given = nullDeclaration(hostile.url)
    // Only servers without HTTP hang; the others may take long to answer.
    const hangs = mix.of.some(({ isHttp }) => isHttp === false)
    const limits = { ...(given['limits'] as object), ...(hangs ? {} : { timeoutMs: 10_000 }) }
    const declaration = { ...given, ...hostileAccounts, limits }
    const chosen = ['--only', ...(mix.only ?? ['login', 'users', 'session', 'anonymous'])]
    const words = ['--quiet', '--runs', '1', '--seed', `${seed}`, ...chosen]
    const run = await runConformance(declaration, words, longestMs)
    const silent = mix.of.filter((_, at) => answered[at] === 0).map(({ name }) => name)
    const secrets = [...hostileSecrets, ...secretsOfEcho]
    const mismatches = judgeHostile(run, { ...mix, strays, silent, secrets })
    return { kind: 'hostile servers', name: mix.name, durationMs: run.durationMs, mismatches }
  } finally {
    await Promise.all([hostile.stop(), stray.stop()])
  }
}
