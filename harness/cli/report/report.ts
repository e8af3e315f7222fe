import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isNewestOf } from '../../../reports/allure-history.ts'
import { loadOptional } from '../../subject/files/optional-package.ts'
import { chooseFormats, lastReport, prepareFolder, usualFolder } from '../files/prepare-output.ts'
import { renderers, type Format } from '../../../reports/index.ts'
import { digestOf } from '../../../reports/json.ts'
import type { Artifact, Report } from '../../../reports/report.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { readReport, reportFile } from '../files/read-report.ts'
import type { Suite } from '../suite.ts'
import { readVerified } from './verify.ts'
import { attempt } from '../../wire/attempt.ts'
import { setAside } from '../files/set-aside.ts'
import { putArtifacts } from '../files/write-artifacts.ts'

export interface ReportOptions {
  /** Output folder. Default: next to the report. For the Allure page: the folder of the run. */
  out?: string
  /** A report.json, or the folder that contains it. */
  from?: string
  format: string[]
  /** File in which Allure's history is kept across runs. */
  allureHistory?: string
}

/** `conformance report`: converts a stored report to other formats, or builds Allure's page from the results of a run. */
export async function report(suite: Suite, options: ReportOptions): Promise<number> {
  const { out = usualFolder, from, format, allureHistory } = options
  if (from !== undefined || format.length > 0) {
    if (allureHistory !== undefined)
      throw new UsageError('--allure-history is for the Allure page; leave out --from and --format')
    return await renderReport(suite, options)
  }
  const results = join(out, 'allure-results')
  if (!existsSync(results))
    throw new UsageError(`${results} is not there: run conformance first, or name its --out folder`)
  prepareFolder(join(out, 'allure-report'))
  if (allureHistory !== undefined) checkHistory(allureHistory, results)
  const { buildAllureHtml } = await import('../../../reports/allure-html.ts')
  const packages = ['@allurereport/core', '@allurereport/plugin-awesome']
  const page = await loadOptional("Allure's page", packages, () =>
    buildAllureHtml(results, join(out, 'allure-report'), allureHistory),
  )
  process.stdout.write(`${page}\n`)
  return 0
}

/** @throws UsageError if the file can't be read, or its folder can't be created */
function checkHistory(file: string, results: string): void {
  try {
    isNewestOf(file, results)
    mkdirSync(dirname(file), { recursive: true })
  } catch (cause) {
    throw new UsageError(`--allure-history: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** Formats that others trust without reading the report. */
const onTrust: readonly Format[] = ['badge', 'in-toto']

/**
 * `conformance report --from`: converts a stored report to other formats. Renders all of them before it touches the first
 * file.
 */
async function renderReport(suite: Suite, options: ReportOptions): Promise<number> {
  const { from = lastReport } = options
  const formats = chooseFormats(options.format)
  const isTrusted = formats.some((format) => onTrust.includes(format))
  const report = isTrusted ? await readVerified(suite, from) : readReport(from)
  const out = options.out ?? dirname(reportFile(from))
  const artifacts = formats.flatMap((format) => rendered(report, format, from))
  prepareFolder(out)
  putArtifacts(out, artifacts, () => {
    if (!holdsAnother(report, out)) return
    if (resolve(dirname(reportFile(from))) === resolve(out, 'previous'))
      throw new UsageError(`${from} would be deleted; give another folder with --out`)
    setAside(out)
  })
  process.stdout.write(
    tops(artifacts)
      .map((path) => `${join(out, path)}\n`)
      .join(''),
  )
  return 0
}

function holdsAnother(report: Report, out: string): boolean {
  const file = reportFile(out)
  return existsSync(file) && attempt(() => digestOf(readReport(file))) !== digestOf(report)
}

function rendered(report: Report, format: Format, from: string): Artifact[] {
  try {
    return renderers[format](report)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(`${from} can't be shown as ${format}: ${why}`, { cause })
  }
}

/** The files and folders directly in the folder of reports. */
const tops = (artifacts: readonly Artifact[]): string[] => [
  ...new Set(artifacts.map(({ path }) => path.split('/')[0] ?? path)),
]
