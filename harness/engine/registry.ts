import type { Rejection } from './plan-spending.ts'
import type { CaseBody, ToolName, Tools } from './tools.ts'

/** Part of a run in which a case may stand; they run in this order (`docs/design.md`, "A run, as a story"). */
export type Phase = 'plain' | 'codes' | 'hours' | 'sequences' | 'captcha' | 'years' | 'last'

/** One situation that exercises one requirement. */
export interface Case {
  /** `<requirement>/<slug of the title>` */
  id: string
  requirement: string
  title: string
  /** The tools that the body asks for, read from its parameter list. */
  tools: ToolName[]
  phase: Phase
  /** The one thing changed between the accepted and the refused request. */
  changed?: string
  /** Nothing runs beside it: it races with itself, or counts what the subject sees in a row. */
  alone?: true
  /** Belongs to the complete test sets, which run on demand (`--depth`). */
  depth?: true
  /** Time steps of each account that are kept for it in a run that waits for them in real time, and so not for many. */
  keepsCodes?: KeptCodes
  /** Requirements that the same answer may break: where a case of theirs fails, a failure of this one says nothing more. */
  indistinctFrom?: readonly string[]
  /** The rejected login or code that it costs; without it, the case can send none where these are limited. */
  rejects?: Rejection
  body: CaseBody
}

/** A number of time steps, by the account whose codes they are. */
export type KeptCodes = Readonly<Record<'mfaAccount' | 'mfaAccount2', number>>

export interface CaseOptions<Id extends string = string> {
  changed?: string
  /** The tools asked for, where the body takes them as a whole. */
  tools?: ToolName[]
  alone?: true
  depth?: true
  keepsCodes?: KeptCodes
  indistinctFrom?: readonly Id[]
  rejects?: Rejection
  /** Where it stands, if the tools don't say it. */
  phase?: Phase
}

export type Registry = Map<string, Case>

/**
 * Binds `requirement()` to a catalogue's ids and a registry of its own.
 * @throws Error from the returned function where two cases of a requirement have the same title
 */
export function createRequirement<Id extends string>(registry: Registry) {
  return (requirement: Id, title: string, ...rest: [CaseBody] | [CaseOptions<Id>, CaseBody]): void => {
    const [{ tools: named, ...options }, body]: [CaseOptions<Id>, CaseBody] =
      rest.length === 1 ? [{}, rest[0]] : rest
    const id = `${requirement}/${slug(title)}`
    if (registry.has(id)) throw new Error(`two cases are called ${id}`)
    const tools = named ?? toolsOf(body)
    if (!tools) throw new Error(`the case ${id} must take its tools as async ({ … }) => …`)
    registry.set(id, { id, requirement, title, tools, phase: phaseOf(tools), body, ...options })
  }
}

/** What a case asks for says what it may disturb, and so when it runs. */
function phaseOf(tools: ToolName[]): Phase {
  if (tools.includes('seen')) return 'last'
  if (tools.includes('farClock')) return 'years'
  if (tools.includes('clock')) return 'hours'
  if (tools.some(isSecondFactor)) return 'codes'
  return 'plain'
}

/** Its codes are each good for one use: cases that ask for it wait for one another. */
export const isSecondFactor = (tool: ToolName): boolean => tool === 'mfaAccount' || tool === 'mfaAccount2'

/** Reads `async ({ api, account }) => …`: asking for a tool by name is declaring a precondition. Undefined for any other. */
export function toolsOf(body: (tools: Tools) => Promise<unknown>): ToolName[] | undefined {
  const list = /^async\s*\(\s*(?:\{([^}]*)\})?\s*\)/.exec(body.toString())
  if (!list) return undefined
  return (list[1] ?? '')
    .split(',')
    .map((part) => part.split(':')[0]?.trim() ?? '')
    .filter((name) => name !== '') as ToolName[]
}

export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
