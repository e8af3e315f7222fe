import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageFolder } from '../subject/files/package-folder.ts'
import { ordinaryEnv, reportIn, runProgram } from '../testing/run-program.ts'
import {
  createConsumer,
  createOpenFolder,
  installedIn,
  listingOf,
  megabytesOf,
  packInto,
  succeed,
  writeFiles,
} from './testing/consumer.ts'

// Installs each project from a real tarball, as a user would: something that works in a checkout may be missing from it.
let folder: string
let tarball: string
let empty: string

beforeAll(async () => {
  folder = createOpenFolder()
  tarball = await packInto(folder)
  empty = await createConsumer(folder, 'empty', [tarball])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fetched = ['--yes', '--prefer-offline']

const hasRegistry = process.env['REQUIRE_REGISTRY'] === '1' || spawnSync('npm', ['ping']).status === 0

const commandIn = (project: string) => join(project, 'node_modules', '.bin', 'conformance')
const conformant = { conclusion: 'conformant', exitCode: 0, complete: true }

describe('the tarball', () => {
  test('holds what is run and read, and nothing of our tests', async () => {
    const { stdout } = await succeed('tar', ['-tzf', tarball], folder)
    const files = stdout
      .trim()
      .split('\n')
      .map((path) => path.replace('package/', ''))
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json']))
    expect(files).toContain('dist/fixtures/default.conformance.yaml')
    expect(files.filter((path) => /testing|\.test\.|\.ts$/.test(path) && !path.endsWith('.d.ts'))).toEqual([])
    const others = files.filter((path) => !/^(bin|dist|docs)\//.test(path)).toSorted()
    expect(others).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'fixtures/specification.md',
      'package.json',
      'reports/events.schema.json',
      ...readdirSync(join(packageFolder(), 'reports/published')).map((name) => `reports/published/${name}`),
      'reports/report.schema.json',
    ])
  })

  test('is unpacked by Yarn, which would leave it in an archive: the subject could not be started in one', async () => {
    const { stdout } = await succeed('tar', ['-xzOf', tarball, 'package/package.json'], folder)
    expect(JSON.parse(stdout)).toMatchObject({ preferUnplugged: true })
  })

  test('holds what its README and its pages lead to', async () => {
    const unpacked = join(folder, 'unpacked')
    mkdirSync(unpacked)
    await succeed('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'], folder)
    const pages = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    )
    const targets = pages.flatMap((page) => {
      const text = readFileSync(join(unpacked, page), 'utf8').replace(/```.*?```|`[^`\n]*`/gs, '')
      const links = text.matchAll(/(?:\]\(|(?:src|srcset|href)=")([^)"#:\s]+)(?=[)"#])/g)
      return [...links].map(([, to = '']) => join(dirname(page), to))
    })
    expect(targets).toContain('docs/declaration.md')
    expect(targets.filter((target) => !existsSync(join(unpacked, target)))).toEqual([])
  })

  // CommonJS and resolution without `exports` are not checked: the package is for ES modules on Node 20.19 or newer.
  test.for(['publint --strict', 'attw --profile esm-only --quiet'])('%s finds nothing', async (line) => {
    const [name = '', ...args] = line.split(' ')
    await succeed(join(packageFolder(), 'node_modules', '.bin', name), [tarball, ...args], packageFolder())
  })
})

describe('installed from the tarball', () => {
  test('into an empty folder: npx conformance --bundled judges the bundled server', async () => {
    const ended = await runProgram('npx', ['--no-install', 'conformance', '--bundled'], { cwd: empty })
    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Conformant') })
    expect(reportIn(empty)).toMatchObject(conformant)
  })

  test('it is small, and no package of it asks for an install script', () => {
    const modules = join(empty, 'node_modules')
    const installed = installedIn(modules)
    expect(Object.keys(installed).length).toBeLessThan(70)
    // Half of it is vitest with the newest vite and rolldown, which grow.
    expect(megabytesOf(modules)).toBeLessThan(85)
    const withScript = Object.entries(installed).filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(withScript).toEqual([])
    // npm runs `prepare` too if the package does not come from a registry.
    const { scripts } = JSON.parse(
      readFileSync(join(modules, 'auth-api-conformance/package.json'), 'utf8'),
    ) as { scripts: Record<string, string> }
    const asks = ['preinstall', 'install', 'postinstall', 'prepare']
    expect(Object.keys(scripts).filter((name) => asks.includes(name))).toEqual([])
  })

  test('what is not installed with it is asked for with the command that installs it', async () => {
    const cwd = join(folder, 'optional')
    writeFiles(cwd, {
      'conformance.yaml': 'container: { image: some-server, port: 8080 }',
      'conformance-report/allure-results/environment.properties': '',
    })
    const needs = async (...args: string[]) => {
      const { exitCode, stderr } = await runProgram(commandIn(empty), args, { cwd })
      expect(exitCode).toBe(2)
      return stderr.trim().split('\n').at(-1)
    }
    expect(await needs()).toMatch(/^ {2}npm install --save-dev testcontainers@[\d.]+$/)
    expect(await needs('report')).toMatch(
      /^ {2}npm install --save-dev @allurereport\/core@[\d.]+ @allurereport\/plugin-awesome@[\d.]+$/,
    )
  })

  test('it has types that another project compiles with', async () => {
    const types = dirname(createRequire(import.meta.url).resolve('@types/node/package.json'))
    writeFiles(empty, {
      'consumer.ts': `
        import { startServer, type RunningServer } from 'auth-api-conformance/reference-server'
        import type { Report } from 'auth-api-conformance'
        import type { Verdict } from 'auth-api-conformance/report'
        const server: RunningServer = await startServer({ port: 0 })
        await server.clock.advance({ hours: 1 })
        export const url: string = server.url
        export const verdictOf = (report: Report): Verdict | undefined => report.requirements[0]?.verdict
        export const conclusion = (report: Report): 'conformant' | 'partial' | 'not-conformant' => report.conclusion
        // @ts-expect-error: options are checked
        await startServer({ prot: 0 })
        await server.stop()`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: 'nodenext',
          target: 'es2023',
          types: ['node'],
          typeRoots: [dirname(types)],
        },
        files: ['consumer.ts'],
      }),
    })
    const tsc = join(packageFolder(), 'node_modules', '.bin', 'tsc')
    await succeed(tsc, ['-p', empty], empty)
  })

  test('it starts the reference server from its own command', async () => {
    const { stdout } = await succeed(
      join(empty, 'node_modules', '.bin', 'reference-server'),
      ['list', '--json'],
      empty,
    )
    expect(JSON.parse(stdout)).toHaveProperty('defects')
  })

  test('beside another vitest and broken configurations of it: neither is looked at', async () => {
    const project = await createConsumer(folder, 'own-vitest', ['vitest@3.2.4', tarball])
    const broken = "throw new Error('the project own configuration was loaded')"
    writeFiles(project, {
      'vitest.config.ts': broken,
      'vite.config.ts': broken,
      'vitest.workspace.ts': broken,
      'some.test.js': broken,
      '.env': 'BASE_URL=http://127.0.0.1:1',
      '.env.test': 'BASE_URL=http://127.0.0.1:1',
    })
    const { version } = JSON.parse(
      readFileSync(join(project, 'node_modules/vitest/package.json'), 'utf8'),
    ) as { version: string }
    expect(version).toBe('3.2.4')
    expect(await runProgram(commandIn(project), ['--bundled'], { cwd: project })).toMatchObject({
      exitCode: 0,
      stderr: '',
    })
    expect(reportIn(project)).toMatchObject(conformant)
  })

  test('in a node_modules that nobody may write to: nothing is written there', async () => {
    const modules = join(empty, 'node_modules')
    const workplace = join(folder, 'workplace')
    mkdirSync(workplace)
    await succeed('chmod', ['-R', 'a-w', modules], folder)
    const before = listingOf(modules)
    const ended = await runAsOrdinaryUser(commandIn(empty), workplace)
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(reportIn(workplace)).toMatchObject(conformant)
    expect(listingOf(modules)).toEqual(before)
    await succeed('chmod', ['-R', 'u+w', modules], folder)
  })

  test("through pnpm's layout, in which a package sees only what it declares", async () => {
    const project = join(folder, 'pnpm')
    writeFiles(project, { 'package.json': '{ "private": true }' })
    const pnpm = ['pnpm@10.18.0', '--config.store-dir=../pnpm-store', '--config.engine-strict=true']
    await succeed('npx', [...fetched, ...pnpm, 'add', '--ignore-scripts', tarball], project)
    expect(existsSync(join(project, 'node_modules', 'vitest'))).toBe(false)
    expect(await runProgram(commandIn(project), ['--bundled'], { cwd: project })).toMatchObject({
      exitCode: 0,
      stderr: '',
    })
    expect(reportIn(project)).toMatchObject(conformant)
  })
})

describe.skipIf(!hasRegistry)('with engines enforced, as a user installs it (skipped: no registry)', () => {
  // Yarn stops if a registry lacks a package that is only optional, as a new version of Vite may have one.
  const lock = JSON.parse(readFileSync(join(packageFolder(), 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const vite = lock.packages['node_modules/vite']?.version
  const manifest = JSON.stringify({ private: true, resolutions: { vite } })

  // For npm and pnpm, createConsumer and the pnpm layout test above check this too.
  test('yarn 1', async () => {
    const project = join(folder, 'yarn-1')
    writeFiles(project, { 'package.json': manifest })
    const yarn = [
      'yarn@1.22.22',
      'add',
      '--ignore-scripts',
      '--no-progress',
      '--cache-folder',
      '../yarn-1-cache',
    ]
    await succeed('npx', [...fetched, ...yarn, tarball], project)
    await succeed(join(project, 'node_modules', '.bin', 'reference-server'), ['list', '--json'], project)
  })

  test('yarn 4, which reads neither engines nor the configuration of npm', async () => {
    const project = join(folder, 'yarn-4')
    const settings = ['nodeLinker: node-modules', 'enableScripts: false', 'enableGlobalCache: false', '']
    writeFiles(project, {
      'package.json': manifest,
      'yarn.lock': '',
      '.yarnrc.yml': settings.join('\n'),
    })
    const registry = await succeed('npm', ['config', 'get', 'registry'], project)
    const env = {
      ...ordinaryEnv(),
      YARN_NPM_REGISTRY_SERVER: registry.stdout.trim(),
      YARN_UNSAFE_HTTP_WHITELIST: '*',
      YARN_ENABLE_TELEMETRY: '0',
    }
    const yarn = ['@yarnpkg/cli-dist@4.10.3', 'add', tarball]
    expect(await runProgram('npx', [...fetched, ...yarn], { cwd: project, env })).toMatchObject({
      exitCode: 0,
    })
    await succeed(join(project, 'node_modules', '.bin', 'reference-server'), ['list', '--json'], project)
  })
})

/** Root may write anywhere, so if the tests run as root, the command runs as nobody; otherwise as the current user. */
async function runAsOrdinaryUser(command: string, cwd: string) {
  if (process.getuid?.() !== 0) return runProgram(command, ['--bundled'], { cwd })
  const nobody = 65534
  chownSync(cwd, nobody, nobody)
  const become = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  return runProgram('setpriv', [...become, process.execPath, command, '--bundled'], { cwd })
}
