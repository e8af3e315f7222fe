import type { Obligation } from '../client-judge/judged.ts'
import type { Method } from '../client-judge/operation.ts'
import type { Scenario } from '../client-judge/played.ts'
import type { CatalogueEntry } from '../verdicts/build-report.ts'

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
