import { isUtf8 } from 'node:buffer'
import { writeSync } from 'node:fs'
import { choices } from '../common/choices.ts'
import { UsageError } from '../common/usage-error.ts'
import { createData } from '../server/data.ts'
import { applyNamedChanges } from '../changes/named-changes.ts'
import { createOperator, OperatorError, type Operator } from '../server/operator.ts'
import type { StartOptions } from './start-options.ts'

export interface CommandOptions extends Pick<StartOptions, 'seedFile' | 'defect' | 'variation' | 'fastHash'> {
  data: string
}

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Prints just the new token. Throws OperatorError if the user has one. */
export async function createPrivateToken(user: string, options: CommandOptions): Promise<void> {
  print((await operatorOf(options)).createPrivateToken(user))
}

/** Prints just the token. Throws OperatorError if there is none. */
export async function showPrivateToken(user: string, options: CommandOptions): Promise<void> {
  print((await operatorOf(options)).showPrivateToken(user))
}

/** Prints `{"keyId":…,"keySecret":…}`. Creates no key if it can't be printed: no command shows the secret again. */
export async function createAccessKey(user: string, options: CommandOptions): Promise<void> {
  const operator = await operatorOf(options)
  operator.createAccessKey(user, ({ keyId, keySecret }) => {
    try {
      writeSync(1, `${JSON.stringify({ keyId, keySecret })}\n`)
    } catch (error) {
      throw new UsageError(
        `no key was created, since stdout cannot be written to: ${(error as Error).message}; send the output elsewhere`,
      )
    }
  })
}

/** Reads the password from stdin, without the trailing line break. */
export async function addUser(user: string, options: CommandOptions): Promise<void> {
  print((await (await operatorOf(options)).addUser(user, await readPassword())).id)
}

/** Reads no more than is needed to see that a password is too long: stdin may have no end. */
async function readPassword(): Promise<string> {
  const { fieldLength } = choices
  if (process.stdin.isTTY) process.stderr.write('Type the password, then Enter and Ctrl-D. It is shown.\n')
  let bytes = Buffer.alloc(0)
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, part])
    if (bytes.length > 4 * fieldLength) break
  }
  const password = bytes.toString('utf8').replace(/\r?\n$/, '')
  if (password.length > fieldLength)
    throw new OperatorError(`the password on stdin is longer than the ${fieldLength} characters of a login`)
  if (!isUtf8(bytes)) throw new OperatorError('the password on stdin is not in UTF-8')
  return password
}

/** Prints the defects and variations as JSON, or one per line. */
export async function list({ json }: { json?: boolean }): Promise<void> {
  const { listChanges } = await import('../changes/changes.ts')
  const changes = listChanges()
  if (json) {
    const replaced = (await import('../changes/replaced-parts.ts')).listReplacedParts()
    const withParts = (entry: { name: string }) => ({ ...entry, replaces: replaced.get(entry.name) })
    const { defects, variations } = changes
    return void print(
      JSON.stringify({ defects: defects.map(withParts), variations: variations.map(withParts) }),
    )
  }
  for (const [kind, entries] of Object.entries(changes)) {
    print(`${kind}:`)
    const width = Math.max(...entries.map(({ name }) => name.length))
    for (const { name, summary } of entries) print(`  ${name.padEnd(width)}  ${summary}`)
  }
}

/** Without changes, a command starts in half the time, since it loads just the data. */
export async function operatorOf(options: CommandOptions): Promise<Operator> {
  const { data: dataDir, seedFile, defect: defects, variation: variations, fastHash } = options
  const demo =
    seedFile === undefined
      ? undefined
      : (await import('../server/seed-file/seed-file.ts')).readSeeds(seedFile)
  if (!defects && !variations) return createOperator(createData({ dataDir, fastHash, demo }))
  const { createParts } = await import('../server/create-parts.ts')
  const parts = createParts({ dataDir, fastHash, demo })
  await applyNamedChanges(parts, { defects, variations })
  return parts.operator
}
