import { nearest } from '../server/nearest.ts'
import type { ServerOptions } from '../server/server-options.ts'
import { UsageError } from '../common/usage-error.ts'

type Kind = [what: string, is: (value: unknown) => boolean]

const whole = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && least <= (value as number) && (value as number) <= most
const field = (value: unknown, name: string) => (Object(value) as Record<string, unknown>)[name]

const port: Kind = ['a port, 0 to 65535', (value) => whole(value, 0, 65_535)]
const text: Kind = ['a text', (value) => typeof value === 'string']
const truth: Kind = ['true or false', (value) => typeof value === 'boolean']
const calls: Kind = ['a function', (value) => typeof value === 'function']
const texts: Kind = [
  'an array of texts',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
]

const kinds: Record<keyof ServerOptions, Kind> = {
  port,
  host: text,
  controlPort: port,
  controlHost: text,
  controlToken: text,
  defects: texts,
  variations: texts,
  seedFile: text,
  onSeedFile: calls,
  dataDir: ['the path of a folder', (value) => typeof value === 'string' && value !== ''],
  debug: truth,
  serverVersion: text,
  fastHash: truth,
  now: calls,
  clockOffsetSeconds: ['a number of seconds', (value) => Number.isFinite(value)],
  deterministic: ['a whole number', (value) => whole(value, 0)],
  corsOrigins: texts,
  latency: [
    '{ from, to } in milliseconds',
    (value) => whole(field(value, 'to'), 0) && whole(field(value, 'from'), 0, field(value, 'to') as number),
  ],
  journal: ['0 or more', (value) => whole(value, 0)],
  rateLimit: ['1 or more', (value) => whole(value, 1)],
  demandedHeader: [
    '[name, value]',
    (value) => Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string'),
  ],
  realTimeCounts: truth,
  tls: ['{ cert, key }', (value) => [field(value, 'cert'), field(value, 'key')].every(Boolean)],
  log: [
    '{ level } with debug, info, warn or error',
    (value) => ['debug', 'info', 'warn', 'error'].includes(String(field(value, 'level'))),
  ],
}

/** For callers without types: throws UsageError for an unknown option, and for a value of the wrong type. */
export function demandKinds(options: ServerOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof ServerOptions] : undefined
    if (!kind) {
      const suggestion = nearest(name, Object.keys(kinds))
      throw new UsageError(`there is no option "${name}". Did you mean "${suggestion}"?`)
    }
    const [what, is] = kind
    if (value !== undefined && !is(value)) throw new UsageError(`${name} must be ${what}`)
  }
}
