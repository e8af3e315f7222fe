import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../../subject/subject-error.ts'
import { shellWord } from '../judge/reproduce.ts'
import { checkNamedFile, checkYamlName, writeNamedFile } from '../files/write-file.ts'

export interface ClientInitOptions {
  config: string
  language: 'bash' | 'python' | 'node'
  force: boolean
}

const languages = {
  bash: { files: ['adapter.sh', 'example-client.sh'], program: 'bash', needs: 'bash, curl and openssl' },
  python: {
    files: ['adapter.py', 'example_client.py'],
    program: 'python3',
    needs: "only Python's standard library",
  },
  node: { files: ['adapter.mjs', 'example-client.mjs'], program: 'node', needs: 'only Node' },
} as const

/** `conformance client init`: writes client.yaml, an adapter, and an example client to start from. */
export async function clientInit({ config, language, force }: ClientInitOptions): Promise<number> {
  checkYamlName(config, '--config')
  const { files, program, needs } = languages[language]
  const [adapter, example] = files
  const place = (file: string) => join(dirname(config), file)
  for (const path of [config, ...files.map(place)])
    if (existsSync(path) && !force)
      throw new UsageError(`${path} exists; give another name with --config, or --force to overwrite it`)
  checkNamedFile(config, '--config')
  const flag = force ? 'w' : 'wx'
  writeNamedFile(config, configText(`${program} ${adapter}`), '--config', flag)
  for (const file of files) {
    const text = readFileSync(new URL(`../../client-judge/adapters/${file}`, import.meta.url), 'utf8')
    writeNamedFile(place(file), text, '--config', flag)
  }
  process.stdout
    .write(`Wrote ${config}, ${place(adapter)}, and ${place(example)}, a client that needs ${needs}. Next:
  1. Let ${place(adapter)} call your own client instead of ${example}.
  2. npx conformance client doctor --config ${shellWord(config)}
  3. npx conformance client --config ${shellWord(config)}
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
