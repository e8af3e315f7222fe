import type { ClientSuite } from './client-suite.ts'
import type { Case } from '../engine/case/registry.ts'
import type { Place } from '../engine/case/defined-at.ts'
import type { SelfTestOptions } from './options/self-test-options.ts'
import type { CatalogueEntry } from '../verdicts/build-report.ts'
import type { OpenQuestionEntry } from '../verdicts/observations.ts'

/** A planted defect that proves a requirement. */
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
  /** Returns the source place of the rule with this id. */
  placeOfRule: (id: string) => Place | undefined
  /** The planted defects that prove a requirement. */
  provingDefects: (id: string) => Promise<ProvingDefect[]>
  /** The file that runs the cases in a worker. */
  casesFile: URL
  /** Shows that the suite catches faults and accepts correct behaviour; returns the exit code. */
  selfTest: (options: SelfTestOptions) => Promise<number>
}
