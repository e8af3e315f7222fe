import { createHash } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the folder of a run (`{tmp}`), and removes those that killed runs left. Its name says which process it is of. */
export function makeRunFolder(): string {
  sweepRunFolders()
  return mkdtempSync(join(tmpdir(), `${prefix()}${process.pid}-`))
}

/** Removes the folder of a run; a command that is still at its end may be writing there. */
export function removeRunFolder(tmp: string | undefined): void {
  if (tmp !== undefined) rmSync(tmp, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
}

/** Folders of runs on this machine whose process is gone: one that was killed at once could not remove its own. */
function sweepRunFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix())) continue
    const pid = Number(/^(\d+)-\w{6}$/.exec(name.slice(prefix().length))?.[1])
    if (!(pid > 0) || isRunning(pid)) continue
    const folder = join(tmpdir(), name)
    try {
      const { uid } = lstatSync(folder)
      if (process.getuid === undefined || uid === process.getuid()) removeRunFolder(folder)
    } catch {
      // Another run removes it at the same time.
    }
  }
}

/** Process numbers mean something within one boot of one machine, or one container, which may share its folder with others. */
const prefix = () => `conformance-run-${(place ??= whereNumbersHold())}-`
let place: string | undefined

function whereNumbersHold(): string {
  const parts = [
    hostname(),
    orNothing(() => readlinkSync('/proc/self/ns/pid')),
    orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  ]
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 8)
}

function orNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Whether a process with this number is running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
