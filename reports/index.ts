import { renderAllure } from './allure.ts'
import { renderBadge } from './badge.ts'
import { renderHtml } from './html.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Renderer } from './report.ts'
import { renderSarif } from './sarif.ts'

export { renderText } from './text.ts'
export type { TextOptions } from './text.ts'

/** What `--format` takes. Allure's HTML is no format: it is built from allure-results on request (allure-html.ts). */
export const formats = ['json', 'junit', 'html', 'markdown', 'allure', 'sarif', 'badge'] as const
export type Format = (typeof formats)[number]
/** What is written unless `--format` says otherwise. */
export const usualFormats: readonly Format[] = ['json', 'junit', 'html', 'markdown', 'allure']

/** One pure renderer per format; the paths of its artifacts are relative to the output folder. */
export const renderers: Record<Format, Renderer> = {
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  markdown: renderMarkdown,
  allure: renderAllure,
  sarif: renderSarif,
  badge: renderBadge,
}
