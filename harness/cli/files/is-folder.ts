import { statSync } from 'node:fs'
import { attempt } from '../../wire/attempt.ts'

/** True if the path is a folder; false if a part of it is a file, or a link that leads back to itself. */
export const isFolder = (path: string): boolean => attempt(() => statSync(path).isDirectory(), false)
