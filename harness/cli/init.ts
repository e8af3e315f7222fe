import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { machine } from '../engine/machine.ts'
import { ask } from '../init/ask.ts'
import { declarationText, type Answers } from '../init/declaration-text.ts'
import { probe } from '../init/probe.ts'
import { whatIsWrongWithBaseUrl } from '../subject/declaration/declaration-schema.ts'
import { UsageError, Unreachable } from '../subject/subject-error.ts'
import { createHttpWire } from '../wire/http.ts'
import { withUserAgent } from '../wire/with-user-agent.ts'
import { WireFailure } from '../wire/exchange.ts'
import { checkNamedFile, checkYamlName, writeNamedFile } from './files/write-file.ts'

export interface InitOptions extends Partial<Answers> {
  config: string
  force: boolean
  insecure: boolean
}

/** `conformance init`: asks for missing values on a terminal, probes the server, and writes a first declaration. */
export async function init({ config, force, insecure, ...given }: InitOptions): Promise<number> {
  checkYamlName(config, '--config')
  const file = resolve(config)
  if (existsSync(file) && !force)
    throw new UsageError(`${config} exists; give another name with --config, or --force to overwrite it`)
  checkNamedFile(config, '--config')
  const wrong = wrongIn('baseUrl', given.baseUrl) ?? wrongIn('controlUrl', given.controlUrl)
  if (wrong) throw new UsageError(wrong)
  const { stdin: input, stdout: output } = process
  const answers =
    input.isTTY && output.isTTY ? await ask(given, { input, output, terminal: true }, wrongIn) : given
  const { baseUrl } = answers
  if (!baseUrl)
    throw new UsageError('--base-url is missing: the address of the server, such as http://127.0.0.1:8080')

  const wire = createHttpWire({
    baseUrl,
    timeoutMs: 10_000,
    requestsPerSecond: 0,
    concurrency: 1,
    tls: { insecure },
    env: process.env,
    headers: withUserAgent({}),
  })
  try {
    const probed = await probe(wire, machine.wallMs)
    const schema = fileURLToPath(new URL('../../fixtures/conformance.schema.json', import.meta.url))
    const text = declarationText({ ...answers, baseUrl }, probed, relative(dirname(file), schema))
    writeNamedFile(config, text, '--config', force ? 'w' : 'wx')
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

/** Says what is wrong with a value given as an option or on the terminal. */
function wrongIn(name: keyof Answers, answer: string | undefined): string | undefined {
  if (name !== 'baseUrl' && name !== 'controlUrl') return undefined
  const wrong = answer === undefined ? undefined : whatIsWrongWithBaseUrl(answer)
  return wrong === undefined ? undefined : `${optionOf[name]} ${wrong}`
}

const optionOf = { baseUrl: '--base-url', controlUrl: '--control-url' }

const nextSteps = (config: string, variables: readonly (string | undefined)[]): string =>
  `Wrote ${config}. Next:
${variables.length > 0 ? `  1. Set ${variables.join(', ')} in the environment, or in .env beside that file.\n` : '  1. Fill in an account or a token: without one little can be judged.\n'}  2. npx conformance doctor --config ${config}
  3. npx conformance --config ${config}
`
