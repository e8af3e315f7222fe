// Compiles the sources into dist/, copies the data that compiled files read from beside themselves, and joins the files
// of the command `reference-server` and those of the worker into a few.
import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = dirname(fileURLToPath(import.meta.url))
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const data = ['.json', '.yaml', '.html', '.css', '.js', '.svg', '.sh', '.py', '.mjs']

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

/** Joins a compiled file and all it imports of ours. */
const joined = (name, file) =>
  rolldown({
    input: { [name]: join(root, 'dist', file) },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    checks: { ineffectiveDynamicImport: false },
  })

// A run of the suite starts dozens of operator commands. A few CommonJS files load in a fraction of the time of a hundred
// modules, and so do the packages when they are not imported but required (docs/performance.md).
await (
  await joined('command', 'reference-server/main.js')
).write({
  dir: join(root, 'dist/reference-server'),
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'command-[name].cjs',
})
// For the same reason the worker loads its cases from one file.
await (
  await joined('run-cases.suite', 'suites/run-cases.suite.js')
).write({
  dir: join(root, 'dist/suites'),
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: 'run-cases-[name].js',
})
