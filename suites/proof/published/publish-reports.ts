import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { costsOf } from '../../../harness/cli/judge/shard-costs.ts'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'
import { renderJson } from '../../../reports/json.ts'
import { parseReport } from '../../../reports/parse-report.ts'
import type { Report } from '../../../reports/report.ts'
import { normaliseReport } from './normalise-report.ts'
import { publishedSubjects, type PublishedSubject } from './subjects.ts'

const folder = 'reports/published'

/**
 * Judges a subject by its published declaration, as the reproduce line says, and returns the part of the report to
 * publish.
 */
export async function judgePublished({ name }: Pick<PublishedSubject, 'name'>): Promise<Report> {
  const { report, out } = await judgeSubject(name)
  return normaliseReport(report, name, out)
}

async function judgeSubject(name: string): Promise<{ report: Report; out: string }> {
  const root = packageFolder()
  const config = `${folder}/${name}.conformance.json`
  const out = mkdtempSync(join(tmpdir(), 'conformance-published-'))
  try {
    const how = '--jobs 1 --seed 1 --runs 3 --format json --quiet'.split(' ')
    await run(root, ['--config', config, ...how, '--out', out])
    return { report: parseReport(readFileSync(join(out, 'report.json'), 'utf8')), out }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

export const declarationText = (declaration: object): string => `${JSON.stringify(declaration, null, 2)}\n`

/** Runs a command; an exit code for violations or differences is a result, not an error. */
function run(root: string, words: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const program = join(root, 'bin', 'conformance.js')
    execFile(process.execPath, [program, ...words], { cwd: root, maxBuffer: 2 ** 26 }, (error, _, stderr) => {
      if (error && ![1, 3].includes(Number(error.code))) reject(new Error(stderr || error.message))
      else resolve()
    })
  })
}

/** `npm run publish-reports`: writes every report, and the page that compares them. */
export async function publishReports(only: readonly string[]): Promise<void> {
  const root = packageFolder()
  const subjects = await publishedSubjects()
  for (const subject of subjects) {
    if (only.length > 0 && !only.includes(subject.name)) continue
    const file = (kind: string) => join(root, folder, `${subject.name}${kind}`)
    writeFileSync(file('.conformance.json'), declarationText(subject.declaration))
    const { report, out } = await judgeSubject(subject.name)
    for (const { content } of renderJson(normaliseReport(report, subject.name, out)))
      writeFileSync(file('.json'), content)
    // Published reports don't contain the numbers of exchanges, which differ from run to run, but --shard needs them.
    if (subject.name === 'reference-server')
      writeFileSync(
        join(root, folder, 'costs.json'),
        `${JSON.stringify(Object.fromEntries(costsOf(report)), null, 2)}\n`,
      )
    process.stdout.write(`${folder}/${subject.name}.json\n`)
  }
  const reports = subjects.map(({ name }) => `${folder}/${name}.json`)
  await run(root, ['diff', ...reports, '--html', `${folder}/comparison.html`])
}
