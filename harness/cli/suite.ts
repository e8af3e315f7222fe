import type { Case } from '../engine/case/registry.ts'
import type { Place } from '../engine/case/defined-at.ts'
import type { SelfTestOptions } from './options/judge-options.ts'
import type { OpenQuestionEntry } from '../verdicts/observations.ts'
import type { Obligation } from '../client-judge/judged.ts'
import type { Method } from '../client-judge/operation.ts'
import type { Scenario } from '../client-judge/played.ts'
import type { CatalogueEntry } from '../verdicts/build-report.ts'

export interface ProvingDefect {
  name: string
  /** True if it breaks no other requirement. */
  alone: boolean
  /** The line of the sources that names it, if it can be found. */
  place: Place | undefined
}

/** Everything `suites/main.ts` passes to the command line; the harness itself knows no requirements and no cases. */
export interface Suite {
  name: string
  version: string
  catalogueHash: () => string
  requirements: ReadonlyMap<string, CatalogueEntry>
  /** The sets that releases judged by, oldest first: the level of each requirement, by the set's name. */
  requirementSets: ReadonlyMap<string, ReadonlyMap<string, 'must' | 'should'>>
  openQuestions: ReadonlyMap<string, OpenQuestionEntry>
  /** The same for clients. */
  client: ClientSuite
  excluded: readonly { id: string; statement: string; quote: string; reason: string }[]
  /** Loads the cases lazily, so that `--help` starts fast. */
  loadCases: () => Promise<ReadonlyMap<string, Case>>
  placeOfRule: (id: string) => Place | undefined
  provingDefects: (id: string) => Promise<ProvingDefect[]>
  /** The file that runs the cases in a worker. */
  casesFile: URL
  /** Shows that the suite catches faults and accepts correct behaviour; returns the exit code. */
  selfTest: (options: SelfTestOptions) => Promise<number>
}

/** A rule for clients, in the form that the command line needs. */
export interface ClientRuleEntry extends CatalogueEntry {
  methods: readonly Method[]
  trigger: string
}

/** The part of the suite that `conformance client` uses. */
export interface ClientSuite {
  rules: ReadonlyMap<string, ClientRuleEntry>
  topicOf: (id: string) => string
  hash: () => string
  /** Loaded lazily, so that `--help` starts fast. */
  load: () => Promise<{ obligations: readonly Obligation[]; scenarios: readonly Scenario[] }>
}
