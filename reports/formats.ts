/** Values of `--format`. Allure's HTML is not a format: it is built from allure-results on request (allure-html.ts). */
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
/** The default of `--format`. */
export const usualFormats: readonly Format[] = ['json', 'junit', 'html', 'markdown', 'allure']
