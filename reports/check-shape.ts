import { readFileSync } from 'node:fs'

/** The part of JSON Schema that report.schema.json uses. */
interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema | false
  prefixItems?: Schema[]
}

/** Fields of a later version are accepted, but not if they are nested so deep that readers run out of stack. */
const mostDepth = 40

/**
 * Returns why a value is not a report by report.schema.json, as path and problem: `requirements.3.verdict must be one of …`;
 * undefined if it is one. Accepts fields that the schema doesn't name, which belong to a later version.
 */
export function shapeProblem(value: unknown): string | undefined {
  schema ??= JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8')) as Schema
  const found = check(value, schema, 0)
  if (found === undefined) return undefined
  const path = found.path.toReversed().join('.')
  return `${path === '' ? 'it' : path} ${found.problem}`
}

let schema: Schema | undefined

/** A problem, with the path from the checked value, its last part first. */
interface Found {
  path: (string | number)[]
  problem: string
}

function check(value: unknown, rule: Schema, depth: number): Found | undefined {
  if (rule.$ref !== undefined)
    return check(value, schema?.$defs?.[rule.$ref.slice('#/$defs/'.length)] ?? {}, depth)
  const problem = depth > mostDepth ? 'is nested too deeply' : ownProblem(value, rule)
  if (problem !== undefined) return { path: [], problem }
  if (typeof value !== 'object' || value === null) return undefined
  const { properties = {}, prefixItems = [], items } = rule
  const isList = Array.isArray(value)
  for (const [name, each] of isList ? value.entries() : Object.entries(value)) {
    const inner = typeof name === 'number' ? (prefixItems[name] ?? (items || any)) : (properties[name] ?? any)
    const found = check(each, inner, depth + 1)
    if (found === undefined) continue
    found.path.push(name)
    return found
  }
  return undefined
}

const any: Schema = {}

/** What is wrong with a value itself, without looking into it. */
function ownProblem(value: unknown, rule: Schema): string | undefined {
  const { type, pattern, minimum = -Infinity, maximum = Infinity } = rule
  const fits = typeof type === 'string' ? isOf(value, type) : (type?.some((one) => isOf(value, one)) ?? true)
  if (!fits) return `must be of the type ${[type].flat().join(' or ')}`
  if (rule.const !== undefined && value !== rule.const) return `must be ${JSON.stringify(rule.const)}`
  if (rule.enum && !rule.enum.includes(value)) return `must be one of ${rule.enum.join(', ')}`
  if (typeof value === 'string' && pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return `must be like ${pattern}`
  if (rule.format === 'date-time' && Number.isNaN(Date.parse(String(value)))) return 'must be a point in time'
  if (typeof value === 'number' && value < minimum) return `must be ${minimum} or more`
  if (typeof value === 'number' && value > maximum) return `must be ${maximum} or less`
  if (Array.isArray(value)) {
    const { minItems = 0, prefixItems = [], items } = rule
    if (value.length < minItems || (items === false && value.length > prefixItems.length))
      return `must have ${prefixItems.length} entries`
    return undefined
  }
  const missing =
    typeof value === 'object' && value !== null && rule.required?.find((name) => !Object.hasOwn(value, name))
  return missing ? `lacks ${missing}` : undefined
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  return typeof value === type
}
