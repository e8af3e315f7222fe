import type { CaseResult, RunSummary } from '../../verdicts/results.ts'
import { combineNotes } from '../../verdicts/combine-notes.ts'
import { worst } from '../../verdicts/fold.ts'
import { carryOut, type RunListeners } from '../carry-out.ts'
import { divideCases } from '../schedule/divide-cases.ts'
import type { Measurement } from '../case/observation.ts'
import type { Case } from '../case/registry.ts'
import type { HostedSpec } from '../run-spec.ts'
import { shareOf } from '../schedule/share-of.ts'
import type { Address } from './subject-channel.ts'

/**
 * Carries out one run on several servers side by side (`replicas`). Each has its share of the cases and its own clock, so
 * hours pass side by side too. Cases that look back on a run are judged on each server, and the worst result counts.
 */
export async function carryOutOnAll(
  { replicas, ...spec }: HostedSpec,
  { others = [], ...first }: Address,
  chosen: readonly Case[],
  done: (result: CaseResult) => void,
  measurements: readonly Measurement[],
  { onBegun = () => {}, ...listeners }: RunListeners,
): Promise<RunSummary> {
  if (!replicas)
    return await carryOut({ ...spec, ...first }, chosen, done, measurements, { onBegun, ...listeners })
  const begun: (() => RunSummary)[] = []
  const soFar = () => begun.map((one) => one())
  onBegun(() => combineSummaries(soFar()))
  const { declarations, costs } = replicas
  const count = declarations.length
  const parts = divideCases(chosen, costs, count)
  const servers = declarations.map((declaration, index) => ({
    declaration,
    address: [first, ...others][index] ?? first,
    cases: parts[index] ?? [],
    measurements: shareOf(measurements, { index: index + 1, count }),
  }))
  const settle = onceFromAll(parts, done)
  const running = servers.map(({ declaration, address, cases, measurements: own }) =>
    carryOut({ ...spec, declaration, ...address }, cases, settle, own, {
      ...listeners,
      onBegun: (one) => void begun.push(one),
    }),
  )
  return combineSummaries(await allUnlessOneFails(running, soFar))
}

/** The summaries of all. If one server could not be judged at all, that decides the run, and the others are not waited for. */
function allUnlessOneFails(
  running: readonly Promise<RunSummary>[],
  soFar: () => RunSummary[],
): Promise<RunSummary[]> {
  return new Promise((resolve, reject) => {
    Promise.all(running).then(resolve, reject)
    for (const one of running)
      void one.then((summary) => {
        const { unreachable, misdeclared } = summary
        if (unreachable !== undefined || misdeclared !== undefined) resolve([summary, ...soFar()])
      }, reject)
  })
}

/** Reports each case with the worst of its results, once every server that judges it has a result. */
function onceFromAll(
  parts: readonly (readonly Case[])[],
  done: (result: CaseResult) => void,
): (result: CaseResult) => void {
  const awaited = new Map<string, number>()
  for (const { id } of parts.flat()) awaited.set(id, (awaited.get(id) ?? 0) + 1)
  const found = new Map<string, CaseResult>()
  return (result) => {
    const before = found.get(result.id)
    const worse = before && worst(before.verdict, result.verdict) === before.verdict ? before : result
    found.set(result.id, worse)
    const left = (awaited.get(result.id) ?? 1) - 1
    awaited.set(result.id, left)
    if (left === 0) done(worse)
  }
}

export function combineSummaries(all: readonly RunSummary[]): RunSummary {
  const [first] = all
  const unreachable = all.find((one) => one.unreachable !== undefined)?.unreachable
  const misdeclared = all.find((one) => one.misdeclared !== undefined)?.misdeclared
  const notes = combineNotes(
    all.map((one, index) => ({ name: `server ${index + 1}`, notes: one.notes })),
    new Set(),
  )
  return {
    exchanges: all.reduce((sum, { exchanges }) => sum + exchanges, 0),
    clock: {
      kind: first?.clock.kind ?? 'none',
      aheadSeconds: Math.max(0, ...all.map(({ clock }) => clock.aheadSeconds)),
    },
    notes: [`judged on ${all.length} servers side by side (replicas)`, ...notes],
    secrets: all.flatMap(({ secrets }) => secrets),
    recentSecrets: all.flatMap(({ recentSecrets }) => recentSecrets),
    listed: [...new Set(all.flatMap(({ listed }) => listed))],
    cutOff: all.flatMap(({ cutOff }) => cutOff),
    observations: all.flatMap(({ observations }) => observations),
    ...(unreachable === undefined ? {} : { unreachable }),
    ...(misdeclared === undefined ? {} : { misdeclared }),
  }
}
