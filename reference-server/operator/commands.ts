import { applyChanges, listChanges } from '../changes.ts'
import { createParts } from '../parts.ts'
import type { Operator } from './operator.ts'

export interface CommandOptions {
  data: string
  defect?: string[]
  variation?: string[]
  fastHash?: boolean
}

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Prints the new token alone. Throws OperatorError where the user has one. */
export function createPrivateToken(user: string, options: CommandOptions): void {
  print(operatorOf(options).createPrivateToken(user))
}

/** Prints the token alone. Throws OperatorError where there is none. */
export function showPrivateToken(user: string, options: CommandOptions): void {
  print(operatorOf(options).showPrivateToken(user))
}

/** Prints `{"keyId":…,"keySecret":…}`. */
export function createAccessKey(user: string, options: CommandOptions): void {
  const { keyId, keySecret } = operatorOf(options).createAccessKey(user)
  print(JSON.stringify({ keyId, keySecret }))
}

/** The password is what stands on stdin, without the line end behind it. */
export async function addUser(user: string, options: CommandOptions): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
  print((await operatorOf(options).addUser(user, password)).id)
}

/** The defects and variations: as JSON, or a line each. */
export function list({ json }: { json?: boolean }): void {
  const changes = listChanges()
  if (json) return void print(JSON.stringify(changes))
  for (const [kind, entries] of Object.entries(changes)) {
    print(`${kind}:`)
    for (const { name, summary } of entries) print(`  ${name.padEnd(44)} ${summary}`)
  }
}

function operatorOf({ data, defect, variation, fastHash }: CommandOptions): Operator {
  const parts = createParts({ dataDir: data, fastHash })
  applyChanges(parts, { defects: defect ?? [], variations: variation ?? [] })
  return parts.operator
}
