import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageFolder } from '../../harness/subject/package-folder.ts'
import { buildSite } from './build-site.ts'

/** `npm run docs:site [-- FOLDER]`: writes the site, by default into `site/`. */
const out = process.argv[2] ?? join(packageFolder(), 'site')
const files = await buildSite(packageFolder())
rmSync(out, { recursive: true, force: true })
for (const [path, content] of files) {
  mkdirSync(dirname(join(out, path)), { recursive: true })
  writeFileSync(join(out, path), content)
}
const pages = [...files.keys()].filter((path) => path.endsWith('.html')).length
process.stdout.write(`${pages} pages, every link checked: open ${join(out, 'index.html')}\n`)
