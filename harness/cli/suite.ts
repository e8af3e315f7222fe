import type { ClientSuite } from './client-suite.ts'
import type { Case } from '../engine/registry.ts'
import type { Place } from '../engine/defined-at.ts'
import type { SelfTestOptions } from './self-test-options.ts'
import type { CatalogueEntry } from '../verdicts/build-report.ts'
import type { OpenQuestionEntry } from '../verdicts/observations.ts'

/** What `suites/main.ts` hands to the command line: the harness itself knows no requirement and no case. */
export interface Suite {
  name: string
  version: string
  catalogueHash: () => string
  requirements: ReadonlyMap<string, CatalogueEntry>
  /** What releases judged by, the oldest first: by the set's name, the level of each requirement in it. */
  requirementSets: ReadonlyMap<string, ReadonlyMap<string, 'must' | 'should'>>
  openQuestions: ReadonlyMap<string, OpenQuestionEntry>
  /** The same for clients. */
  client: ClientSuite
  excluded: readonly { id: string; statement: string; quote: string; reason: string }[]
  /** Loads the cases; lazily, so that `--help` starts fast. */
  loadCases: () => Promise<ReadonlyMap<string, Case>>
  /** Where the rule of an id is written down. */
  placeOfRule: (id: string) => Place | undefined
  /** The planted defects that each requirement is proved with; `alone` where it breaks no other. */
  provingDefects: (id: string) => Promise<{ name: string; alone: boolean }[]>
  /** The file that hosts the cases in a worker. */
  casesFile: URL
  /** Shows that the suite catches what is wrong and spares what is right; gives the exit code. */
  selfTest: (options: SelfTestOptions) => Promise<number>
}
