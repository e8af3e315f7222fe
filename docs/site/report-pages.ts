import { existsSync, readFileSync, writeFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { packageFolder } from '../../harness/subject/files/package-folder.ts'
import { renderHtml } from '../../reports/html.ts'
import { parseReport } from '../../reports/parse-report.ts'
import { VERDICT_WORDS } from '../../reports/words.ts'

/** The site's page for a published report, by the path of its JSON; undefined for any other file. */
export function reportPageOf(file: string): string | undefined {
  const name = /^(reports\/published\/[^/]+)\.json$/.exec(file)?.[1]
  // The declaration beside it tells a report from other JSON files.
  const isReport = ['json', 'yaml'].some((kind) =>
    existsSync(join(packageFolder(), `${name}.conformance.${kind}`)),
  )
  return isReport ? `${name}.html` : undefined
}

/** Writes the page of a published report, with a link to the JSON. It is made on each build: git holds the JSON only. */
export function writeReportPage(file: string, site: string): void {
  const page = reportPageOf(file)
  if (page === undefined) return
  const [artifact] = renderHtml(parseReport(readFileSync(join(packageFolder(), file), 'utf8')))
  const name = posix.basename(file)
  const html = String(artifact?.content)
  writeFileSync(
    join(site, page),
    html.replace('<code>report.json</code>', `<a href="${name}" download>${name}</a>`),
  )
}

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
