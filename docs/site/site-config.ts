import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { packageFolder } from '../../harness/subject/files/package-folder.ts'
import { adaptMarkdown, linkedFiles } from './markdown.ts'
import { placeOf } from './places.ts'
import { writeReportPage } from './report-pages.ts'
import { sidebar } from './sidebar.ts'
import { slugOf } from './page.ts'

const root = packageFolder()
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
}

/** The repository's own Markdown as a site. A page keeps its path, so that its links work here, on GitHub and in the package. */
export const siteConfig = defineConfig({
  title: name,
  description: 'Conformance suite and reference server for an HTTP authentication and user-list API',
  lang: 'en',
  srcDir: root,
  srcExclude: ['site/**', 'suites/**', '**/conformance-report/**'],
  outDir: join(root, 'site'),
  cacheDir: join(root, '.tmp/vitepress'),
  rewrites: placeOf,
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['style', {}, '.dark .on-light, :root:not(.dark) .on-dark { display: none }'],
    ['meta', { name: 'referrer', content: 'no-referrer' }],
  ],
  markdown: {
    anchor: { slugify: slugOf },
    attrs: { disable: true },
    config: adaptMarkdown,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  buildEnd({ outDir }) {
    for (const file of linkedFiles) {
      cpSync(join(root, file), join(outDir, file))
      writeReportPage(file, outDir)
    }
  },
  themeConfig: {
    nav: [
      { text: 'Tutorial', link: '/docs/tutorial' },
      { text: 'How-to guides', link: '/docs/guides/' },
      { text: 'Reference', link: '/docs/requirements', activeMatch: '^/docs/requirements' },
      { text: 'Explanation', link: '/docs/reading-a-verdict' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    footer: { message: `${name} ${version}, Apache-2.0` },
  },
})
