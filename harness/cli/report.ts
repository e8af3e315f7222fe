import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isNewestOf } from '../../reports/allure-history.ts'
import { loadOptional } from '../subject/optional-package.ts'
import { prepareFolder } from './prepare-output.ts'
import { UsageError } from '../subject/subject-error.ts'

export interface ReportOptions {
  out: string
  /** File in which Allure's history is kept from run to run. */
  allureHistory?: string
}

/** `conformance report`: Allure's page from the results that a run has left. */
export async function report({ out, allureHistory }: ReportOptions): Promise<number> {
  const results = join(out, 'allure-results')
  if (!existsSync(results))
    throw new UsageError(`${results} is not there: run conformance first, or name its --out folder`)
  prepareFolder(join(out, 'allure-report'))
  if (allureHistory !== undefined) checkHistory(allureHistory, results)
  const { buildAllureHtml } = await import('../../reports/allure-html.ts')
  const packages = ['@allurereport/core', '@allurereport/plugin-awesome']
  const page = await loadOptional("Allure's page", packages, () =>
    buildAllureHtml(results, join(out, 'allure-report'), allureHistory),
  )
  process.stdout.write(`${page}\n`)
  return 0
}

/** @throws UsageError where the file can't be read, or its folder can't be made */
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
