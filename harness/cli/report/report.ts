import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isNewestOf } from '../../../reports/allure-history.ts'
import { loadOptional } from '../../subject/files/optional-package.ts'
import { prepareFolder, usualFolder } from '../files/prepare-output.ts'
import { UsageError } from '../../subject/subject-error.ts'
import type { Suite } from '../suite.ts'

export interface ReportOptions {
  out?: string
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
    const { renderReport } = await import('./render-report.ts')
    return await renderReport(suite, { from, out: options.out, format })
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
