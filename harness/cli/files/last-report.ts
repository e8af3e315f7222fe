import { join } from 'node:path'
import { usualFolder } from './prepare-output.ts'

/** The report of the last whole run. `replay`, `--failed`, `--watch` and `--shard` use it by default. */
export const lastReport = join(usualFolder, 'report.json')
