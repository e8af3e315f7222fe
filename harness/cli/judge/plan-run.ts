import { randomUUID } from 'node:crypto'
import type { Choice } from '../../engine/schedule/choose-cases.ts'
import type { HostedSpec } from '../../engine/run-spec.ts'
import { divideLimits } from '../../subject/declaration/divide-limits.ts'
import { replicate } from '../../subject/start/replicate.ts'
import { subjectEnvironment } from '../../subject/commands/subject-environment.ts'
import { chooseSet } from './choose-set.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import type { Narrowed } from './reproduce.ts'
import { planShard } from './plan-shards.ts'
import { chooseFormats, partialFolder, shardFolder, usualFolder } from '../files/prepare-output.ts'
import { readBaseline } from '../files/read-baseline.ts'
import { readGiven } from '../files/read-given.ts'
import { selectRequirements, selectsObservations } from './select-cases.ts'
import { readShardCosts } from './shard-costs.ts'
import type { Suite } from '../suite.ts'
import type { Declaration } from '../../subject/declaration/declaration.ts'
import { UsageError } from '../../subject/subject-error.ts'

export type RunPlan = ReturnType<typeof planRun>

/**
 * Reads all that a run reads before it starts, and returns what it will do. Nothing is started, and no folder
 * made but those of `{tmp}`.
 * @throws UsageError if an option or a file is wrong
 */
export function planRun(suite: Suite, options: JudgeOptions, narrowed: Narrowed | undefined) {
  const { shard, depth } = options
  const isPartial = narrowed !== undefined || options.only.length + options.skip.length > 0
  const out = options.out ?? (shard ? shardFolder(shard) : isPartial ? partialFolder : usualFolder)
  const costs = shard && readShardCosts(options.from)
  const formats = chooseFormats(options.format)
  const selected = narrowed
    ? [...new Set(narrowed.cases.map((id) => id.slice(0, id.indexOf('/'))))]
    : selectRequirements([...suite.requirements.keys()], options)
  const part = shard && planShard(selected, costs ?? new Map(), shard)
  const ids = part?.own ?? selected
  const set = chooseSet(suite, selected, options.requirements)
  const declared = readGiven(options)
  const declaration = shard ? divideLimits(declared, shard) : declared
  const env = subjectEnvironment(declaration, process.env)
  if (depth !== undefined) checkDepth(declaration)
  const baseline = readBaseline(suite, options.baseline)
  const choice: Choice = {
    requirements: ids,
    ...(narrowed ? { cases: narrowed.cases } : {}),
    ...(depth === undefined ? {} : { depth }),
    ...(part ? { elsewhere: part.elsewhere } : {}),
  }
  const declarations = replicate(declaration, Math.max(1, Math.min(declaration.replicas, ids.length)))
  const spec: Omit<HostedSpec, 'baseUrl' | 'controlUrl'> = {
    channel: `conformance ${randomUUID()}`,
    events: options.events !== undefined,
    declaration,
    choice,
    observe: narrowed === undefined && selectsObservations(options),
    ...(shard ? { shard } : {}),
    // Shards can only be merged if they have the same seed.
    seed: options.seed ?? (shard ? 1 : Math.floor(Math.random() * 2 ** 31)),
    runs: options.runs ?? defaultRuns,
    slow: options.slow,
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    ...(depth === undefined ? {} : { depth }),
    env,
    ...(declarations.length > 1
      ? { replicas: { declarations, costs: Object.fromEntries(costs ?? readShardCosts(undefined)) } }
      : {}),
    ...(narrowed ? { replays: narrowed.replays } : {}),
  }
  return { options, narrowed, out, formats, ids, part, set, baseline, declarations, spec }
}

/** With three, the self-test catches every planted defect. */
const defaultRuns = 5

/** @throws UsageError if the complete test sets can't run; it names the declared fields that prevent it */
function checkDepth({ accounts, clock, limits, mfaFlow }: Declaration): void {
  const missing = [
    clock.kind === 'none' || clock.kind === 'wait' ? 'a clock that can be moved (clock.kind)' : undefined,
    limits.failedLogins === 0 ? undefined : 'limits.failedLogins: 0',
    limits.failedLoginsPerAccount === 0 ? undefined : 'limits.failedLoginsPerAccount: 0',
    ...(['plain', 'mfa', 'mfa2'] as const).map((name) => (accounts[name] ? undefined : `accounts.${name}`)),
    mfaFlow === 'seed' ? undefined : 'mfaFlow: seed',
  ].filter((part) => part !== undefined)
  if (missing.length > 0)
    throw new UsageError(
      `--depth sends thousands of requests over days of the subject's time; declare ${missing.join(', ')}`,
    )
}
