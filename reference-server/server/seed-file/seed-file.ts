import { isUtf8 } from 'node:buffer'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Demo, DemoAccount } from '../demo.ts'
import { createPasswords, hashCosts } from '../../domain/passwords.ts'
import { attempt } from '../../common/attempt.ts'
import { systemRandom } from '../../common/random.ts'
import { readFile } from '../../common/read-file.ts'
import { UsageError } from '../../common/usage-error.ts'
import { parseSeedFile } from './parse-seed-file.ts'

export interface SeedFile {
  /** Changes with the file. */
  demo: Demo
  /** Reads the file again. If it can't be read, throws UsageError, and `demo` stays as it was. */
  reload(): Promise<void>
  /** Reloads whenever the file changes. Returns a function that stops watching. */
  watch(): () => void
}

/** From this many passwords on, a message says that they take a while. */
const slowFrom = 100

/**
 * How often to check the file, and how long it must stay unchanged. File-system events miss files that are mounted, or on
 * another machine.
 */
const watchMilliseconds = 200

/**
 * Opens the accounts, private tokens and keys of the file at `path`; `say` receives a line about each reading. Throws
 * UsageError if it can't be read.
 */
export async function openSeedFile(
  path: string,
  fastHash: boolean,
  say: (line: string) => void = () => {},
): Promise<SeedFile> {
  const passwords = createPasswords(hashCosts[fastHash ? 'fast' : 'standard'], systemRandom)
  const name = basename(path)
  const demo: Demo = { accounts: [], privateTokens: [], accessKeys: [] }

  /** Hashes a few at once, so that a login waits for no more than these, however many there are. */
  const hashAll = async (accounts: readonly Omit<DemoAccount, 'passwordHash'>[]): Promise<DemoAccount[]> => {
    const known = new Map(demo.accounts.map((account) => [account.username, account]))
    const hashed = async (account: Omit<DemoAccount, 'passwordHash'>): Promise<DemoAccount> => {
      const before = known.get(account.username)
      if (before?.password === account.password) return { ...account, passwordHash: before.passwordHash }
      const hash = await passwords.hash(account.password)
      return { ...account, passwordHash: { standard: hash, fast: hash } }
    }
    const fresh = accounts.filter(({ username, password }) => known.get(username)?.password !== password)
    if (!fastHash && fresh.length >= slowFrom)
      say(`hashing ${fresh.length} passwords of ${name}, about twenty per second; --fast-hash is faster`)
    const all: DemoAccount[] = []
    for (let at = 0; at < accounts.length; at += 4)
      all.push(...(await Promise.all(accounts.slice(at, at + 4).map(hashed))))
    return all
  }
  let stamp = ''
  const reload = async () => {
    stamp = stampOf(path)
    const { accounts, privateTokens, accessKeys } = parseSeedFile(read(path), name)
    Object.assign(demo, { accounts: await hashAll(accounts), privateTokens, accessKeys })
  }
  await reload()
  return {
    demo,
    reload,
    watch() {
      let seen = stamp
      let reloading = false
      const look = async () => {
        const before = seen
        seen = stampOf(path)
        // Reloads once at a time, so that the newest contents win, and not while the file is being written.
        if (reloading || seen === stamp || seen !== before) return
        reloading = true
        await reload().then(
          () => say(`${name} was read again: ${countOf(demo.accounts)}`),
          (error: Error) => say(`${error.message}\n${name} was not loaded; everything stays as it was`),
        )
        reloading = false
      }
      const timer = setInterval(() => void look(), watchMilliseconds).unref()
      return () => clearInterval(timer)
    },
  }
}

const countOf = ({ length }: readonly unknown[]) => `${length} account${length === 1 ? '' : 's'}`

/** Returns a text that differs if the file was replaced or written again. */
function stampOf(path: string): string {
  const stat = attempt(() => statSync(path, { bigint: true }))
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : 'none'
}

/** Returns the contents of a seed file without hashing passwords, for commands that check none. Throws UsageError. */
export function readSeeds(path: string): Demo {
  const { accounts, ...rest } = parseSeedFile(read(path), basename(path))
  const passwordHash = { standard: '', fast: '' }
  return { ...rest, accounts: accounts.map((account) => ({ ...account, passwordHash })) }
}

/** Enough for a million accounts. */
const mostMegabytes = 256

function read(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFile(path, mostMegabytes)
  } catch (error) {
    throw new UsageError(`the seed file cannot be read: ${(error as Error).message}`)
  }
  if (!isUtf8(bytes)) throw new UsageError(`${basename(path)} is not in UTF-8; save it in that encoding`)
  return bytes.toString('utf8')
}
