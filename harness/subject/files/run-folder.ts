import { createHash } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { attempt } from '../../wire/attempt.ts'
import { UsageError } from '../subject-error.ts'

/**
 * Creates the folder of a run (`{tmp}`), and removes those left by killed runs. Its name contains the id of its process.
 * @throws UsageError if the folder for temporary files accepts none
 */
export function makeRunFolder(): string {
  try {
    sweepRunFolders()
    return mkdtempSync(join(tmpdir(), `${prefix()}${process.pid}-`))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(
      `no folder can be made in ${tmpdir()}, the one for temporary files (${code}); name another in TMPDIR, or correct this one`,
      { cause: error },
    )
  }
}

/** Removes the folder of a run. Retries, because a command that is just ending may still write to it. */
export function removeRunFolder(tmp: string | undefined): void {
  if (tmp !== undefined) rmSync(tmp, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
}

/** Removes folders of runs on this machine whose process is gone: a killed run could not remove its own. */
function sweepRunFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix())) continue
    const pid = Number(/^(\d+)-\w{6}$/.exec(name.slice(prefix().length))?.[1])
    if (!(pid > 0) || isRunning(pid)) continue
    const folder = join(tmpdir(), name)
    // Another run may be removing it at the same time.
    attempt(() => {
      const { uid } = lstatSync(folder)
      if (process.getuid === undefined || uid === process.getuid()) removeRunFolder(folder)
    })
  }
}

/** Process ids are only unique within one boot of one machine or container, and containers may share this folder. */
const prefix = () => `conformance-run-${(place ??= whereNumbersHold())}-`
let place: string | undefined

function whereNumbersHold(): string {
  const parts = [
    hostname(),
    attempt(() => readlinkSync('/proc/self/ns/pid')),
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  ]
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 8)
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
