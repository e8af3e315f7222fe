/**
 * The report of one run: what `report.json` holds, and what every renderer reads.
 *
 * `complete` is the last field written, so that a truncated file can't be read as a good report.
 */
export interface Report {
  schemaVersion: '1.0'
  /** `requirementSet`: the name of the frozen set that the run judged by, "1.0". */
  suite: { name: string; version: string; catalogueHash: string; requirementSet?: string }
  subject: {
    baseUrl: string
    serverVersion: string | null
    /** What was declared, as paths into the declaration: `accounts.plain`, `clock`, … Never a secret value. */
    declared: string[]
    /** Present if a client was judged: its `client.yaml`, or the command that was run. `baseUrl` then names the client. */
    client?: { config?: string; command?: string[] }
  }
  /** ISO 8601, by the clock of the operator's machine. */
  startedAt: string
  durationMs: number
  seed: number
  runs: number
  /** Number of HTTP exchanges in the whole run. */
  exchanges: number
  exitCode: number
  conclusion: Conclusion
  /** How to repeat the run, as a shell line without secrets. */
  reproduce: string
  totals: Record<Level, Totals>
  requirements: ReportedRequirement[]
  /** What the requirement set does not have yet: run and shown, without effect on totals, conclusion and exit code. */
  pending?: ReportedRequirement[]
  excluded: { id: string; statement: string; quote: string; reason: string }[]
  observations: Observation[]
  /** Lines for the operator: warnings (`tls.insecure`), what was left out. What to declare is in each case. */
  notes: string[]
  clock: { kind: string; aheadSeconds: number }
  /** Present if only a part of the requirements was judged, to be merged with the other parts. */
  shard?: ReportedShard
  /** Present if the server was judged several times (`--repeat`): each case shows its worst verdict. */
  repeated?: Repeated
  /** How a server that the suite started ended by itself: `exit code 3`, `SIGSEGV`. `complete` is then false. */
  subjectEnded?: string
  /** With `subjectEnded`: the requests that the server left unanswered when it ended; one of them may be the reason. */
  cutOff?: CutOffRequest[]
  /** SHA-256 of everything else, `sha256-…`; written with the file. Absent in reports of older versions. */
  digest?: string
  complete: boolean
}

export type Conclusion = 'conformant' | 'partial' | 'not-conformant'
export type Level = 'must' | 'should'
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'not-applicable' | 'untested' | 'error'
export type Totals = Record<Verdict, number>

/** A request whose connection ended before its answer came. */
export interface CutOffRequest {
  /** Method and path. */
  request: string
  /** Id of the case or the open question that sent it. */
  by: string
  traceId?: string
}

/** One of `count` parts; `index` counts from 1. */
export interface Shard {
  index: number
  count: number
}

export interface ReportedShard extends Shard {
  /** Equal in all shards of the same division; only these can be merged. */
  plan: string
}

export interface Repeated {
  times: number
  /** In how many of 100 runs a verdict that never changed may still change, at 95 % confidence. */
  stableWithinPercent: number
  /** The cases whose verdicts differed. */
  unstable: UnstableCase[]
}

export interface UnstableCase {
  /** `<requirement>/<slug>` */
  case: string
  /** How often each verdict came. */
  verdicts: Partial<Record<Verdict, number>>
  /** In how many of 100 runs another verdict than the usual one may come, at 95 % confidence. */
  changesWithinPercent: number
}

export interface ReportedRequirement {
  id: string
  topic: string
  level: Level
  statement: string
  quote: string
  /** Heading of the specification's section with the quote. */
  section: string
  reading?: string
  /** What an observation says about it: "unused: 3600 s: …". Shown with the verdict, but without effect on it. */
  measured?: string
  verdict: Verdict
  /** What the baseline of this run says about it; absent if it has no entry. */
  baseline?: RequirementBaseline
  /** Cases that the declared limits left no room for: the verdict says nothing about them. */
  skipped: SkippedCase[]
  /** Cases left out for another reason, such as an interruption; absent if there are none. */
  leftOut?: SkippedCase[]
  cases: ReportedCase[]
}

export interface SkippedCase {
  /** `<requirement>/<slug>` */
  case: string
  /** For a skipped case: the limit, and what the case needs. */
  reason: string
}

export interface RequirementBaseline {
  /**
   * `known`: it fails as the entry says. `changed`: it fails in another way. `stale`: it passes. `expired`: the entry's last
   * day is over.
   */
  status: 'known' | 'changed' | 'stale' | 'expired'
  reason: string
  owner: string
  /** The entry's last day, `2026-12-31`. */
  expires: string
}

export interface ReportedCase {
  /** `<requirement>/<slug>` */
  id: string
  title: string
  verdict: Verdict
  /** What the failed expectation wanted; `got`: what was received. null unless the verdict is `fail`. */
  wanted: string | null
  got: string | null
  /** The reason for the verdict, in one sentence for people. Empty for a pass. */
  message: string
  durationMs: number
  /** Number of exchanges of this case. */
  exchanges: number
  /** The exchanges in order, with secrets masked; empty if the case passed. */
  transcript: ReportedExchange[]
  /** Shell line that runs this case again. */
  replay: string
  /** Path families of the judged requests: `users-v1`, `v1`; absent if there are none, as for commands or pages. */
  families?: ('users-v1' | 'v1')[]
  /** For pairs: the one thing changed between the accepted and the rejected request. */
  changed?: string
  /** The case sends requests at the same moment: which of them wins is chance. */
  race?: true
  /** Property cases: the shrunk input as a recipe, never a value made of secrets. */
  counterexample?: Counterexample
  /** For cases about tokens, seeds and sessions, and those that move the clock: what happened when, for the timeline. */
  timeline?: TimelineEvent[]
}

export interface Counterexample {
  seed: number
  path: string
  /** For sequences of commands: which of them were carried out; needed besides the path to generate the input again. */
  replayPath?: string
  runs: number
  shrinks: number
  /** One line for people: "the declared password with 'x' behind it". */
  recipe: string
}

export interface TimelineEvent {
  /** Seconds after the first event of the case, by the subject's clock. */
  atSeconds: number
  /** Row of the picture: "token 1", "private token", … */
  lane: string
  kind: 'issued' | 'accepted' | 'refused' | 'jump'
  label: string
  /** True for an event in the answer that failed the case. */
  violates?: true
}

export interface ReportedExchange {
  /** Position in the case, from 1. */
  number: number
  /** A step towards the judged exchange, an accepted control, or the judged exchange itself. */
  role: 'step' | 'twin' | 'judged'
  /** True for the exchange that failed the case; absent if no single one did. */
  violates?: true
  request: { method: string; url: string; headers: [name: string, value: string][]; body: string | null }
  /** null if no complete answer came; `error` then says what happened. */
  response: {
    status: number
    headers: [name: string, value: string][]
    body: string
    /** True if the report shows only a part of the body. */
    truncated: boolean
  } | null
  error: string | null
  /** The trace id in the `traceparent` header, to find the request in the server's log. */
  traceId?: string
  /** Milliseconds after the start of the run. */
  atMs: number
  durationMs: number
  /** The request as a curl line with placeholders for secrets, if plain curl can send it. */
  curl?: string
  /** The string that a server builds from a signed request to check its signature, if the request is shown whole. */
  signingString?: string
}

export interface Observation {
  id: string
  question: string
  /** null if it was not measured; `reason` then says why. */
  answer: string | null
  /** The quote from the specification, "not shown", on which the question is based. */
  quote: string
  reason?: string
}

/** One file to write to the output folder. */
export interface Artifact {
  path: string
  content: string | Uint8Array
}

/** A format: a pure function from the report to files. */
export type Renderer = (report: Report) => Artifact[]
