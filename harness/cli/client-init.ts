import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../subject/subject-error.ts'
import { checkNamedFile, writeNamedFile } from './write-file.ts'

export interface ClientInitOptions {
  config: string
  language: 'bash' | 'python' | 'node'
  force: boolean
}

const adapters = {
  bash: { file: 'adapter.sh', command: 'bash adapter.sh', needs: 'bash, curl and openssl' },
  python: { file: 'adapter.py', command: 'python3 adapter.py', needs: "Python's standard library" },
  node: { file: 'adapter.mjs', command: 'node adapter.mjs', needs: 'only Node' },
} as const

/** `conformance client init`: writes client.yaml, and an adapter to start from. */
export async function clientInit({ config, language, force }: ClientInitOptions): Promise<number> {
  const { file, command, needs } = adapters[language]
  const adapter = join(dirname(config), file)
  for (const path of [config, adapter])
    if (existsSync(path) && !force)
      throw new UsageError(`${path} exists; give another name with --config, or --force to overwrite it`)
  checkNamedFile(config, '--config')
  writeNamedFile(config, configText(command), '--config', force ? 'w' : 'wx')
  const text = readFileSync(new URL(`../client-judge/adapters/${file}`, import.meta.url), 'utf8')
  writeNamedFile(adapter, text, '--config', force ? 'w' : 'wx')
  process.stdout.write(`Wrote ${config} and ${adapter}, a client that needs ${needs}. Next:
  1. Replace the client in ${adapter} with your own; keep the format of the lines that it reads and writes.
  2. npx conformance client doctor --config ${config}
  3. npx conformance client --config ${config}
`)
  return 0
}

const configText = (
  command: string,
): string => `# How "conformance client" drives your client. Every field but command may be left out.
command: ${command} # started once per scenario, in this folder; stdin and stdout carry the line protocol
methods: [token, mfa, private-token, signature, session] # those that your client supports
# families: [v1] # path families that it uses; if absent, found out
# env: { API_URL: '{baseUrl}' } # your client's own names for what it is told: baseUrl, username, password, mfaUsername,
#                                 mfaPassword, otpSecret, privateToken, keyId, keySecret, loginPage, clockUrl
# upstream: http://127.0.0.1:8080 # a server of yours to run against; its accounts are in conformance.yaml
timeoutMs: 10000 # for one operation
`
