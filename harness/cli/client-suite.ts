import type { Obligation } from '../client-judge/judge.ts'
import type { Method } from '../client-judge/operation.ts'
import type { Scenario } from '../client-judge/played.ts'
import type { CatalogueEntry } from '../verdicts/build-report.ts'

/** A rule for clients, as the command line needs it. */
export interface ClientRuleEntry extends CatalogueEntry {
  methods: readonly Method[]
  trigger: string
}

/** What the suites hand to `conformance client`. */
export interface ClientSuite {
  rules: ReadonlyMap<string, ClientRuleEntry>
  topicOf: (id: string) => string
  hash: () => string
  /** Lazily, so that `--help` starts fast. */
  load: () => Promise<{ obligations: readonly Obligation[]; scenarios: readonly Scenario[] }>
}
