import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../subject/subject-error.ts'

/** `conformance report`: Allure's page from the results that a run has left. */
export async function report({ out }: { out: string }): Promise<number> {
  const results = join(out, 'allure-results')
  if (!existsSync(results))
    throw new UsageError(`${results} is not there: run conformance first, or name its --out folder`)
  const { buildAllureHtml } = await import('../../reports/allure-html.ts')
  process.stdout.write(`${await buildAllureHtml(results, join(out, 'allure-report'))}\n`)
  return 0
}
