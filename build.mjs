// Compiles the sources into dist/, copies the data that compiled files read from beside themselves, and joins the files
// of the reference server, with its framework, and those of the worker into a few.
import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { basename, dirname, extname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { noticesOf } from './third-party-notices.mjs'

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
for (const folder of ['fixtures', 'harness', 'suites', 'reference-server', 'reports']) {
  cpSync(join(root, folder), join(root, 'dist', folder), { recursive: true, filter: isNeeded })
}

// Maps lead `explain` from a rule or a case back to its source; nothing else reads one.
for (const path of readdirSync(join(root, 'dist'), { recursive: true })) {
  const leadsBack = /^suites.(.*\.suite|[^/\\]+.rules|client.catalogue.[^/\\]+)\.js\.map$/
  if (!path.endsWith('.js.map') || leadsBack.test(path)) continue
  const file = join(root, 'dist', path)
  rmSync(file)
  const built = file.slice(0, -'.map'.length)
  writeFileSync(built, readFileSync(built, 'utf8').replace(/\n\/\/# sourceMappingURL=.*$/, ''))
}

/** Joins compiled files, and all they import of ours and of those packages that are not to stay outside. */
const joined = (input, isOutside) =>
  rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(root, 'dist', file)])),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && isOutside(id),
    checks: { ineffectiveDynamicImport: false },
  })

// The packages that the server needs are joined as well: who installs us installs none of them, whose versions may need a
// newer Node.
const folder = join(root, 'dist/reference-server')
// A run of the suite starts dozens of operator commands. A few CommonJS files load in a fraction of the time of a hundred
// modules, and so do the packages when they are not imported but required (docs/performance.md).
const command = await (
  await joined({ command: 'reference-server/main.js' }, isBuiltin)
).write({
  dir: folder,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'command-[name].cjs',
})
const embedded = await (
  await joined({ index: 'reference-server/index.js', warm: 'reference-server/warm/main.js' }, isBuiltin)
).write({
  dir: folder,
  format: 'es',
  entryFileNames: '[name].mjs',
  chunkFileNames: 'joined-[name].mjs',
})
const swaggerUi = join(root, 'node_modules/@fastify/swagger-ui/static')
const page = ['swagger-ui-bundle.js', 'swagger-ui.css']
for (const name of page) cpSync(join(swaggerUi, name), join(folder, 'server/swagger-ui', name))
writeFileSync(
  join(folder, 'THIRD-PARTY-NOTICES.txt'),
  noticesOf([...command.output, ...embedded.output].flatMap((chunk) => chunk.moduleIds ?? [])),
)
// For the same reason the worker loads its cases from one file.
await (
  await joined({ 'run-cases.suite': 'suites/run-cases.suite.js' }, () => true)
).write({
  dir: join(root, 'dist/suites'),
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: 'run-cases-[name].js',
})
// For require() in test runners that can't load modules (jest); packages that have no other form are joined in. It stands where the files it reads are found from
// `import.meta.url`, as they are from the files it is joined of: ./sets and ../../fixtures.
await (
  await joined({ library: 'suites/index.js' }, (id) => !/^(entities|otplib|@otplib|@scure|@noble)\b/.test(id))
).write({
  dir: join(root, 'dist/suites/catalogue'),
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'library-[name].cjs',
})
// The one file that it reads from beside itself.
cpSync(join(root, 'dist/reports/report.schema.json'), join(root, 'dist/suites/catalogue/report.schema.json'))
writeFileSync(
  join(root, 'dist/suites/index.d.cts'),
  `type Library = typeof import('./index.js', { with: { 'resolution-mode': 'import' } })
export type * from './index.js' with { 'resolution-mode': 'import' }
export declare const cases: Library['cases']
export declare const judge: Library['judge']
export declare const NotJudged: Library['NotJudged']
export declare const NotPassed: Library['NotPassed']
`,
)

// Of the declarations only those that the package's exports lead to are of use to anybody: one in seven.
const types = new Set()
const lead = (file) => {
  if (types.has(file)) return
  types.add(file)
  for (const [, to] of readFileSync(file, 'utf8').matchAll(/(?:from|import)[\s(]*['"](\.[^'"]+)\.[jt]s['"]/g))
    lead(join(dirname(file), `${to}.d.ts`))
}
for (const entry of ['suites/index.d.cts', 'reference-server/index.d.ts', 'reports/report.d.ts'])
  lead(join(root, 'dist', entry))
for (const path of readdirSync(join(root, 'dist'), { recursive: true })) {
  const file = join(root, 'dist', path)
  if (path.endsWith('.d.ts') && !types.has(file)) rmSync(file)
}
