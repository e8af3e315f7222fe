import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'

/** A client that shares no code with ours. */
export interface ForeignClient {
  name: string
  command: string
  /** What must be installed: programs, with arguments for which they succeed. */
  needs: readonly (readonly [program: string, ...args: string[]])[]
}

const adapters = join(packageFolder(), 'harness', 'client-judge', 'adapters')
const testing = join(packageFolder(), 'suites', 'client', 'foreign', 'testing')
const python = '/usr/bin/python3'

/** The clients in the repository; `conformance client init` writes two of them. */
export const foreignClients: readonly ForeignClient[] = [
  {
    name: 'bash with curl and openssl',
    command: `exec bash ${join(adapters, 'adapter.sh')}`,
    needs: [
      ['curl', '--version'],
      ['openssl', 'version'],
    ],
  },
  {
    name: "Python's standard library",
    command: `exec ${python} -B ${join(adapters, 'adapter.py')}`,
    needs: [[python, '--version']],
  },
  {
    name: 'npm http-signature with undici',
    command: `exec ${process.execPath} ${join(testing, 'http-signature-client.mjs')}`,
    needs: [],
  },
  {
    name: 'python3-httpsig with requests',
    command: `exec ${python} -B ${join(testing, 'requests_client.py')}`,
    needs: [[python, '-c', 'import requests, httpsig']],
  },
]

/** Returns why a client can't run here; undefined if it can. */
export function missingFor({ needs }: ForeignClient): string | undefined {
  for (const [program, ...args] of needs) {
    try {
      execFileSync(program, args, { stdio: 'ignore' })
    } catch {
      return `${[program, ...args].join(' ')} fails here`
    }
  }
  return undefined
}
