import { join } from 'node:path'
import { usualFolder } from './prepare-output.ts'

/** The report of the last whole run, which `replay`, `--failed`, `--watch` and `--shard` take unless another is named. */
export const lastReport = join(usualFolder, 'report.json')
