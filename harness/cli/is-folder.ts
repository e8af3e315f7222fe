import { statSync } from 'node:fs'

/** Whether a folder is at the path; there is none where a part of the path is a file, or a link that leads back to itself. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
