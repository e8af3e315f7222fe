import { parseArgs } from 'node:util'
import { createPrivateToken, showPrivateToken } from './commands.ts'

const commands = new Map([
  ['create', createPrivateToken],
  ['show', showPrivateToken],
])
const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const options = { data: text, 'seed-file': text, defect: texts, variation: texts }

/**
 * Handles `private-token create|show USER` if it is complete and correct; returns undefined to leave it to commander
 * (program.ts). A run of the suite starts a dozen of these commands, and loading commander takes longer than their work.
 */
export function readPrivateTokenCommand([group, verb = '', ...rest]: readonly string[]):
  (() => Promise<void>) | undefined {
  const command = commands.get(verb)
  if (group !== 'private-token' || !command) return undefined
  const read = parse(rest)
  const { data, 'seed-file': seedFile, ...changes } = read?.values ?? {}
  const [user, ...more] = read?.positionals ?? []
  if (user === undefined || more.length > 0 || !data) return undefined
  return () => command(user, { data, ...(seedFile !== undefined && { seedFile }), ...changes })
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return undefined
  }
}
