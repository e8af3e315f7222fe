import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { slowDeclaration } from '../../suites/proof/stability/slow-declaration.ts'

export interface DistantFigures {
  exchanges: number
  /** Seconds of a run where each response of the server and of its clock control takes `farMs`. */
  seconds: number
  /** How many round trips follow one another: what a run takes longer for each millisecond of a response. */
  roundTrips: number
}

export interface DistantRun {
  jobs?: number
  replicas?: number
  farMs: number
}

/** The latency to compare with, so that what the run computes doesn't count as round trips. */
const nearMs = 20

const conformance = fileURLToPath(new URL('../../../bin/conformance.js', import.meta.url))

/** Measures a run with default limits against the reference server behind a slow network. */
export async function measureDistant({ jobs, replicas, farMs }: DistantRun): Promise<DistantFigures> {
  const near = await judge(nearMs)
  const far = await judge(farMs)
  const roundTrips = (far.durationMs - near.durationMs) / (farMs - nearMs)
  return { exchanges: far.exchanges, seconds: far.durationMs / 1000, roundTrips }

  async function judge(latencyMs: number): Promise<{ exchanges: number; durationMs: number }> {
    const folder = mkdtempSync(join(tmpdir(), 'bench-distant-'))
    try {
      const {
        limits: _,
        observe: __,
        ...declared
      } = slowDeclaration(1, latencyMs, latencyMs) as Record<string, unknown>
      const concurrency = jobs === undefined ? {} : { limits: { concurrency: jobs } }
      const declaration = { ...declared, ...concurrency, ...(replicas === undefined ? {} : { replicas }) }
      writeFileSync(join(folder, 'conformance.json'), JSON.stringify(declaration))
      const args = ['--seed', '1', '--quiet', '--format', 'json', '--out', folder]
      await promisify(execFile)(process.execPath, [conformance, ...args], { cwd: folder })
      return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
        exchanges: number
        durationMs: number
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}
