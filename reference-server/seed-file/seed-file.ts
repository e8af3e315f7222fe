import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Demo, DemoAccount } from '../demo.ts'
import { createPasswords, hashCosts } from '../domain/passwords.ts'
import { systemRandom } from '../random.ts'
import { UsageError } from '../usage-error.ts'
import { parseSeedFile } from './parse-seed-file.ts'

export interface SeedFile {
  /** Changes with the file. */
  demo: Demo
  /** Reads the file again. Throws UsageError, and `demo` stays as it was, where it can't be read. */
  reload(): Promise<void>
  /** Reloads whenever the file changes, and says how that went, a line each. Ends with the function it answers. */
  watch(say: (line: string) => void): () => void
}

/** How often the file is looked at: events of the file system miss a file that is mounted, or on another machine. */
const watchMilliseconds = 250

/** Accounts, private tokens and keys of the file at `path`. Throws UsageError where it can't be read. */
export async function openSeedFile(path: string, fastHash: boolean): Promise<SeedFile> {
  const passwords = createPasswords(hashCosts[fastHash ? 'fast' : 'standard'], systemRandom)
  const name = basename(path)
  const demo: Demo = { accounts: [], privateTokens: [], accessKeys: [] }

  const hashed = async (account: Omit<DemoAccount, 'passwordHash'>): Promise<DemoAccount> => {
    const known = demo.accounts.find(({ username }) => username === account.username)
    if (known?.password === account.password) return { ...account, passwordHash: known.passwordHash }
    const hash = await passwords.hash(account.password)
    return { ...account, passwordHash: { standard: hash, fast: hash } }
  }
  let stamp = ''
  const reload = async () => {
    stamp = stampOf(path)
    const { accounts, privateTokens, accessKeys } = parseSeedFile(read(path), name)
    Object.assign(demo, { accounts: await Promise.all(accounts.map(hashed)), privateTokens, accessKeys })
  }
  await reload()
  return {
    demo,
    reload,
    watch(say) {
      const look = () => {
        if (stampOf(path) === stamp) return
        reload().then(
          () => say(`${name} was read again: ${demo.accounts.length} accounts`),
          (error: Error) => say(`${error.message}\n${name} was not taken; everything is as it was before`),
        )
      }
      const timer = setInterval(look, watchMilliseconds).unref()
      return () => clearInterval(timer)
    },
  }
}

/** Another text whenever the file is another, or was written again. */
function stampOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : 'none'
}

/** What a seed file says, for commands that check no password: none is hashed. Throws UsageError. */
export function readSeeds(path: string): Demo {
  const { accounts, ...rest } = parseSeedFile(read(path), basename(path))
  const passwordHash = { standard: '', fast: '' }
  return { ...rest, accounts: accounts.map((account) => ({ ...account, passwordHash })) }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`the seed file cannot be read: ${(error as Error).message}`)
  }
}
