import type { CaseResult } from '../../harness/verdicts/results.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine } from '../../harness/engine/machine.ts'
import type { StartAdapter } from '../../harness/client-judge/adapter.ts'
import { createIdentities, type OwnIdentities } from '../../harness/client-judge/identities.ts'
import { judgeConfirmed } from '../../harness/client-judge/confirm.ts'
import { judgeClient } from '../../harness/client-judge/judge.ts'
import { methods as allMethods, type Method } from '../../harness/client-judge/operation.ts'
import { playAgain, playAll } from '../../harness/client-judge/play-all.ts'
import type { Time } from '../../harness/client-judge/time.ts'
import { createServerPool, type ServerPool } from '../../harness/client-judge/scenario-server.ts'
import { clientCatalogue } from './catalogue/index.ts'
import { obligations } from './obligations/index.ts'
import { scenarios } from './scenarios/index.ts'

/** Servers with one seed, on which many clients can be judged one after another. */
export interface ProofBench {
  judge(start: StartAdapter, methods?: readonly Method[], seed?: number): Promise<CaseResult[]>
  identities: OwnIdentities
  pool: ServerPool
  stop(): Promise<void>
}

export function createBench(
  seed: number,
  servers: number,
  createTime: () => Time = () => machine,
  /** Receives what failed once and was played again; if absent, nothing is played again. */
  onStray?: (line: string) => void,
): ProofBench {
  const folder = mkdtempSync(join(tmpdir(), 'client-proof-'))
  const identities = createIdentities(seed, machine.wallMs())
  const pool = createServerPool(servers, { identities, folder })
  return {
    identities,
    pool,
    async judge(startAdapter, methods = allMethods, ownSeed = seed) {
      const options = { scenarios, methods, pool, identities, startAdapter, seed: ownSeed, createTime }
      const played = await playAll({ ...options, jobs: servers })
      const input = {
        rules: new Map(Object.entries(clientCatalogue)),
        obligations,
        scenarios,
        played,
        methods,
        kind: 'scenario' as const,
      }
      if (!onStray) return judgeClient(input)
      const { results, strays } = await judgeConfirmed(input, (chosen) => playAgain(chosen, played, options))
      for (const line of strays) onStray(line)
      return results
    },
    async stop() {
      await pool.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
