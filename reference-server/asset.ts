import { readFileSync } from 'node:fs'

/** Text of a file that goes with the server; `path` from this folder, where the built commands are too. */
export const readAsset = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
