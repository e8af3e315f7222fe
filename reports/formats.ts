/** What `--format` takes. Allure's HTML is no format: it is built from allure-results on request (allure-html.ts). */
export const formats = [
  'json',
  'junit',
  'html',
  'markdown',
  'allure',
  'sarif',
  'har',
  'http',
  'in-toto',
  'badge',
] as const
export type Format = (typeof formats)[number]
/** What is written unless `--format` says otherwise. */
export const usualFormats: readonly Format[] = ['json', 'junit', 'html', 'markdown', 'allure']
