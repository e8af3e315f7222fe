import { statSync } from 'node:fs'

/** True if the path is a folder; false if a part of it is a file, or a link that leads back to itself. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
