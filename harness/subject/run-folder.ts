import { rmSync } from 'node:fs'

/** Removes the folder of a run (`{tmp}`); a command that is still at its end may be writing there. */
export function removeRunFolder(tmp: string | undefined): void {
  if (tmp !== undefined) rmSync(tmp, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
}
