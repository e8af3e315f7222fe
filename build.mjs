// Compiles the sources into dist/ and copies the data that compiled files read from beside themselves.
import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const data = ['.json', '.yaml', '.html', '.css', '.js', '.svg']

/** What a compiled file may read; neither sources nor what only our own tests read. */
function isNeeded(path) {
  if (lstatSync(path).isDirectory()) return !['testing', 'published'].includes(basename(path))
  return basename(path) === 'specification.md' || data.includes(extname(path))
}

rmSync(join(root, 'dist'), { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
  cwd: root,
})
for (const folder of ['fixtures', 'harness', 'suites', 'reference-server', 'reports', 'docs/site']) {
  cpSync(join(root, folder), join(root, 'dist', folder), { recursive: true, filter: isNeeded })
}
