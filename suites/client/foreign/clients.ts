import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { packageFolder } from '../../../harness/subject/package-folder.ts'

/** A client that shares nothing with ours. */
export interface ForeignClient {
  name: string
  command: string
  /** What it needs to be there: a program with arguments that succeed. */
  needs: readonly (readonly [program: string, ...args: string[]])[]
}

const adapters = join(packageFolder(), 'harness', 'client-judge', 'adapters')
const testing = join(packageFolder(), 'suites', 'client', 'foreign', 'testing')
const python = '/usr/bin/python3'

/** Those of the repository; two of them are what `conformance client init` writes. */
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

/** Why a client can't be run here; undefined where it can. */
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
