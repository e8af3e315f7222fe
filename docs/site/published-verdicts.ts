import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseReport } from '../../reports/parse-report.ts'
import { VERDICT_WORDS } from '../../reports/words.ts'

/** What a published report says, by requirement. */
export interface PublishedVerdicts {
  name: string
  verdicts: ReadonlyMap<string, string>
}

/** The reports of a folder. Each has a declaration beside it, which tells it from other JSON files. */
export function publishedVerdicts(folder: string): PublishedVerdicts[] {
  return readdirSync(folder).flatMap((file) => {
    const name = /^(.+)\.conformance\.(?:json|yaml)$/.exec(file)?.[1]
    if (name === undefined) return []
    const { requirements } = parseReport(readFileSync(join(folder, `${name}.json`), 'utf8'))
    return [{ name, verdicts: new Map(requirements.map(({ id, verdict }) => [id, VERDICT_WORDS[verdict]])) }]
  })
}
