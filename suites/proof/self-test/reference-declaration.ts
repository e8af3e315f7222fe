import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Mode } from './listed-changes.ts'

type Json = Record<string, unknown>

interface Bundled extends Json {
  start: { command: string }
  privateTokens: { operator: { create: string; show: string } }
}

const file = new URL('../../../fixtures/default.conformance.yaml', import.meta.url)

export interface Changed {
  mode: Mode
  defects?: readonly string[]
  variations?: readonly string[]
  /** Overrides the declaration; nested parts are merged, and null removes one. */
  declare?: Json
}

/** Returns the bundled declaration, changed to start and describe a changed reference server. */
export function referenceDeclaration(changed: Changed): Bundled {
  const bundled = parse(readFileSync(file, 'utf8')) as Bundled
  const { debug = true, serverVersion = '2.10.0' } = changed.mode
  const changes = [
    ...(changed.variations ?? []).map((name) => `--variation ${name}`),
    ...(changed.defects ?? []).map((name) => `--defect ${name}`),
  ]
  const command = [
    bundled.start.command
      .replace(/ --debug\b/, debug ? ' --debug' : '')
      .replace(/--server-version \S+/, `--server-version ${serverVersion}`),
    ...changes,
  ].join(' ')
  const { operator } = bundled.privateTokens
  const withChanges = (text: string) => [text, ...changes].join(' ')
  const declared = {
    ...bundled,
    debug,
    serverVersion,
    start: { ...bundled.start, command },
    privateTokens: {
      ...bundled.privateTokens,
      operator: { ...operator, create: withChanges(operator.create), show: withChanges(operator.show) },
    },
  }
  return merge(declared, changed.declare ?? {}) as Bundled
}

function merge(declared: Json, over: Json): Json {
  const merged = { ...declared }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    if (value === null) delete merged[key]
    else merged[key] = isObject(value) && isObject(below) ? merge(below, value) : value
  }
  return merged
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
