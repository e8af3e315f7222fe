import { renderDiffHtml } from '../../../reports/diff-html.ts'
import { renderDiffText } from '../../../reports/diff-text.ts'
import { compareReports } from '../../../reports/diff.ts'
import { visibleJson } from '../../../reports/visible.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { isColoured } from '../options/is-coloured.ts'
import type { Suite } from '../suite.ts'
import { readVerified } from './verify.ts'
import { checkNamedFile, checkReplaceable, writeNamedFile } from '../files/write-file.ts'

export interface DiffOptions {
  json?: boolean
  /** Writes the page to this file. */
  html?: string
}

/**
 * `conformance diff`: compares reports side by side. Returns 1 if a verdict or an observation differs. Each report must
 * verify, or be part of one that does.
 */
export async function diff(
  suite: Suite,
  files: readonly string[],
  { json = false, html }: DiffOptions,
): Promise<number> {
  if (files.length < 2) throw new UsageError('diff takes two reports or more: conformance diff A.json B.json')
  if (html !== undefined) {
    checkNamedFile(html, '--html')
    checkReplaceable(html, '--html', '<title>Comparison of ')
  }
  const named = []
  for (const name of files) named.push({ name, report: await readVerified(suite, name, ['part']) })
  const comparison = compareReports(named)
  if (html !== undefined) {
    for (const { content } of renderDiffHtml(comparison)) writeNamedFile(html, content, '--html')
  }
  const colour = isColoured()
  process.stdout.write(json ? `${visibleJson(comparison)}\n` : renderDiffText(comparison, { colour }))
  return comparison.differs ? 1 : 0
}
