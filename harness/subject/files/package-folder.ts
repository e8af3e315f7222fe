import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of this package, from its sources or its build. */
export const packageFolder = (): string => folderWith('package.json')

/** Returns the nearest folder above this file that has this path. The build joins files, which changes how deep they lie. */
export function folderWith(path: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, path))) folder = dirname(folder)
  return folder
}
