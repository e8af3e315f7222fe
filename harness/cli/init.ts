import { existsSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { machine } from '../cases/machine.ts'
import { declarationText, type Answers } from '../init/declaration-text.ts'
import { probe } from '../init/probe.ts'
import { declarationSchema } from '../subject/declaration-schema.ts'
import { UsageError, Unreachable } from '../subject/subject-error.ts'
import { createHttpWire } from '../wire/http.ts'
import { WireFailure } from '../wire/exchange.ts'

export interface InitOptions extends Partial<Answers> {
  config: string
  force: boolean
  insecure: boolean
}

/** `conformance init`: asks on a terminal, looks at the server, and writes a first declaration. */
export async function init({ config, force, insecure, ...given }: InitOptions): Promise<number> {
  const file = resolve(config)
  if (existsSync(file) && !force)
    throw new UsageError(`${config} exists; give another name with --config, or --force to overwrite it`)
  const answers = process.stdin.isTTY && process.stdout.isTTY ? await ask(given) : given
  const { baseUrl } = answers
  if (!baseUrl)
    throw new UsageError('--base-url is missing: the address of the server, such as http://127.0.0.1:8080')
  const wrong = declarationSchema.shape.baseUrl.safeParse(baseUrl).error?.issues[0]
  if (wrong) throw new UsageError(`--base-url ${wrong.message}`)

  const wire = createHttpWire({
    baseUrl,
    timeoutMs: 10_000,
    requestsPerSecond: 0,
    concurrency: 1,
    tls: { insecure },
    env: process.env,
  })
  try {
    const probed = await probe(wire, machine.wallMs)
    const schema = fileURLToPath(new URL('../../fixtures/conformance.schema.json', import.meta.url))
    const text = declarationText({ ...answers, baseUrl }, probed, relative(dirname(file), schema))
    writeFileSync(file, text, { flag: force ? 'w' : 'wx' })
    const variables = [...new Set([...text.matchAll(/^[^#\n]*\$\{([A-Z_]+)\}/gm)].map(([, name]) => name))]
    process.stdout.write(nextSteps(config, variables))
    return 0
  } catch (error) {
    if (error instanceof WireFailure) throw new Unreachable(error.message)
    throw error
  } finally {
    await wire.close()
  }
}

const questions: [keyof Answers, string][] = [
  ['baseUrl', 'Address of the server (http://127.0.0.1:8080): '],
  ['username', 'An account without a second factor (none): '],
  ['mfaUsername', 'An account with a second factor (none): '],
  ['privateTokenOf', 'Whose private token do you have? (nobody’s): '],
  ['accessKeyId', 'keyId of an access key (none): '],
  ['controlUrl', 'Address of a clock control (none): '],
]

/** Secrets are never asked for: they stay outside the file. */
async function ask(given: Partial<Answers>): Promise<Partial<Answers>> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answers = { ...given }
  try {
    for (const [name, question] of questions) {
      if (answers[name] !== undefined) continue
      const answer = (await terminal.question(question)).trim()
      if (answer !== '') answers[name] = answer
    }
    return answers
  } finally {
    terminal.close()
  }
}

const nextSteps = (config: string, variables: readonly (string | undefined)[]): string =>
  `Wrote ${config}. Next:
${variables.length > 0 ? `  1. Set ${variables.join(', ')} in the environment.\n` : '  1. Fill in an account or a token: without one little can be judged.\n'}  2. npx conformance doctor --config ${config}
  3. npx conformance --config ${config}
`
