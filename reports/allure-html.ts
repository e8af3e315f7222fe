import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allureCategories } from './allure-categories.ts'
import { isNewestOf } from './allure-history.ts'

/** The browser blocks whatever the page asks for: it may send nothing and fetch nothing. */
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

/** Runs that a history file keeps; each takes about half a megabyte. */
const HISTORY_LIMIT = 30

/**
 * Builds Allure's page from a folder of Allure results, as one file without a tracker, and returns its path
 * (`index.html` in `outDir`). Needs neither a network nor Java.
 *
 * @param historyPath file that is read for what earlier runs said, and to which this one is added; made where it is missing
 * @throws Error where the history can't be read, or where Allure wrote no page, or a page whose tracker was not found and could not be taken out
 */
export async function buildAllureHtml(
  resultsDir: string,
  outDir: string,
  historyPath?: string,
): Promise<string> {
  // Loaded only here: they take longer to load than the rest of the command line.
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

/** The page less Google Analytics, under a policy that forbids the network. */
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

/** Allure scrolls to the first case of the trees that it opens, past the figures: here not before the reader acts. */
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
