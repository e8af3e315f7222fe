import type { Level, Report } from '../../reports/report.ts'
import type { CatalogueEntry } from './build-report.ts'
import type { OpenQuestionEntry } from './observations.ts'

/** The rules of this version, for servers or for clients. */
export interface KnownRules {
  version: string
  catalogueHash: string
  requirements: ReadonlyMap<string, CatalogueEntry>
  topicOf: (id: string) => string
  /** The level of each requirement, by the name of the set; absent if there are no sets. */
  requirementSets?: ReadonlyMap<string, ReadonlyMap<string, Level>>
  excluded: readonly Report['excluded'][number][]
  openQuestions: ReadonlyMap<string, OpenQuestionEntry>
  /** Absent if cases depend on what was seen, as for clients. */
  cases?: ReadonlyMap<string, KnownCase>
}

export interface KnownCase {
  /** `<requirement>/<slug of the title>` */
  id: string
  requirement: string
  title: string
  /** The one thing changed between the accepted and the rejected request. */
  changed?: string
  /** Belongs to the complete test sets, which run on demand (`--depth`). */
  depth?: true
}

/**
 * A reason not to trust a report.
 *
 * - `incomplete`: the run was interrupted, or the server ended during it.
 * - `changed`: the report contradicts itself, its digest or the rules, so it is not as a run wrote it.
 * - `rules`: the report was judged by the rules of another version, which this one doesn't know.
 * - `part`: the report has only a part of the rules or cases, as after `--only`, `--skip`, `--shard` or `replay`.
 */
export interface ReportProblem {
  kind: 'incomplete' | 'changed' | 'rules' | 'part'
  /** A sentence for the operator, without the name of the file. */
  message: string
}
