import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allureCategories } from './allure.ts'
import { isNewestOf } from './allure-history.ts'

/** Has the browser block every request of the page: it may send nothing and fetch nothing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' data:",
  "style-src 'unsafe-inline' data:",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  'connect-src data: blob:',
  "form-action 'none'",
].join('; ')

/** The number of runs that a history file keeps; each takes about half a megabyte. */
const HISTORY_LIMIT = 30

/**
 * Builds Allure's page from a folder of Allure results, as one file without a tracker, and returns its path
 * (`index.html` in `outDir`). Needs neither a network nor Java.
 *
 * @param historyPath file with the results of earlier runs, to which this run is added; created if missing
 * @throws Error if the history can't be read, if Allure wrote no page, or if the page's tracker was not found and so could
 * not be removed
 */
export async function buildAllureHtml(
  resultsDir: string,
  outDir: string,
  historyPath?: string,
): Promise<string> {
  // Only loaded here, because they take longer to load than the rest of the command line.
  const { AllureReport, resolveConfig } = await import('@allurereport/core')
  const { default: AwesomePlugin } = await import('@allurereport/plugin-awesome')
  const options = { singleFile: true, reportLanguage: 'en', groupBy: ['epic', 'feature', 'story'] }
  const config = await resolveConfig(
    {
      name: 'API conformance',
      output: outDir,
      categories: { rules: [...allureCategories] },
      ...(historyPath === undefined ? {} : { historyPath, historyLimit: HISTORY_LIMIT }),
    },
    { plugins: {} },
  )
  if (historyPath !== undefined) config.appendHistory = !isNewestOf(historyPath, resultsDir)
  config.plugins = [{ id: 'awesome', enabled: true, options, plugin: new AwesomePlugin(options) }]
  const report = new AllureReport(config)
  await report.start()
  await report.readDirectory(resultsDir)
  await report.done()

  const path = join(outDir, 'index.html')
  await writeFile(path, openedAtTop(withoutTracker(await readFile(path, 'utf8'))))
  return path
}

/** The page without Google Analytics, with a policy that forbids the network. */
function withoutTracker(page: string): string {
  const tracker =
    /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>\s*window\.dataLayer[^]*?<\/script>/
  const stripped = page.replace(tracker, '')
  if (stripped === page)
    throw new Error('The page that Allure built has another form than the one we know how to clean.')
  return stripped.replace(
    '<head>',
    `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  )
}

/** Keeps the page at its top until the reader acts: Allure scrolls past the figures to the first case of an open tree. */
const openedAtTop = (page: string) =>
  page.replace(
    '</head>',
    `<script>
      const stay = ({ target }) => { if (location.hash === '' && target.scrollTop > 0) target.scrollTop = 0 }
      addEventListener('scroll', stay, true)
      for (const act of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
        addEventListener(act, () => removeEventListener('scroll', stay, true), { capture: true, once: true })
    </script>
  </head>`,
  )
