import { renderAllure } from './allure.ts'
import { renderBadge } from './badge.ts'
import type { Format } from './formats.ts'
import { renderHar } from './har.ts'
import { renderHtml } from './html.ts'
import { renderHttpFile } from './http-file.ts'
import { renderInToto } from './in-toto.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Renderer } from './report.ts'
import { renderSarif } from './sarif.ts'

export type { Format }

/** One pure renderer per format; the paths of its artifacts are relative to the output folder. */
export const renderers: Record<Format, Renderer> = {
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  markdown: renderMarkdown,
  allure: renderAllure,
  sarif: renderSarif,
  har: renderHar,
  http: renderHttpFile,
  'in-toto': renderInToto,
  badge: renderBadge,
}
