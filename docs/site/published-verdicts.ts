import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseReport } from '../../reports/parse-report.ts'
import { VERDICT_WORDS } from '../../reports/words.ts'

/** What a published report says, by requirement. */
export interface PublishedVerdicts {
  name: string
  verdicts: ReadonlyMap<string, string>
}

/** The reports of a folder; declarations beside them are left out. */
export function publishedVerdicts(folder: string): PublishedVerdicts[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.conformance.json'))
    .map((file) => {
      const { requirements } = parseReport(readFileSync(join(folder, file), 'utf8'))
      return {
        name: file.replace(/\.json$/, ''),
        verdicts: new Map(requirements.map(({ id, verdict }) => [id, VERDICT_WORDS[verdict]])),
      }
    })
}
