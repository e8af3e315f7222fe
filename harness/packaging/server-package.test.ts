import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageFolder } from '../subject/files/package-folder.ts'
import {
  createConsumer,
  createOpenFolder,
  installedIn,
  megabytesOf,
  packInto,
  succeed,
} from './testing/consumer.ts'

// The package that client authors install instead of the suite (pack-server.mjs).
let folder: string
let tarball: string
let project: string

beforeAll(async () => {
  folder = createOpenFolder()
  const layout = join(folder, 'layout')
  await succeed(process.execPath, [join(packageFolder(), 'pack-server.mjs'), layout], folder)
  tarball = await packInto(folder, layout)
  project = await createConsumer(folder, 'client', [tarball])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modules = () => join(project, 'node_modules')
const installed = () => join(modules(), 'auth-api-reference-server')

test('it is small, and no package of it asks for an install script', () => {
  const packages = Object.entries(installedIn(modules()))
  expect(packages.map(([path]) => path)).toEqual(['node_modules/auth-api-reference-server'])
  expect(megabytesOf(modules())).toBeLessThan(10)
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
})

/** Returns every package that its files import or require. */
function importedPackages(): string[] {
  const sources = readdirSync(join(installed(), 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?js$/.test(path))
    .map((path) => readFileSync(join(installed(), 'dist', path), 'utf8'))
  const imported = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /^(?:import .*?|\} |(?:const|var|let) .*?require\()(?:from )?["']([^."'\n][^"'\n]*)["']/gm,
      ),
    ].map(([, name = '']) => name),
  )
  return [...new Set(imported)].filter((name) => !isBuiltin(name))
}

test('it imports no package', () => {
  expect(importedPackages()).toEqual([])
})

const notices = () => readFileSync(join(installed(), 'dist/reference-server/THIRD-PARTY-NOTICES.txt'), 'utf8')

const joinedPackages = () =>
  [...notices().matchAll(/^(\S+)@(\d[\w.-]*) \(([\w.-]+)\)$/gm)].map(
    ([, name = '', version = '', licence = '']) => ({ name, version, licence }),
  )

test('it says whose work is joined into it, each with its licence', () => {
  const packages = joinedPackages()
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['commander', 'fastify', 'pino', 'swagger-ui', 'yaml', 'zod']),
  )
  // Before adding a licence of another kind, check what it requires of those who redistribute.
  expect([...new Set(packages.map(({ licence }) => licence))].toSorted()).toEqual([
    'Apache-2.0',
    'BSD-3-Clause',
    'ISC',
    'MIT',
  ])
  const isLicence = /Apache License|Permission (?:is hereby granted|to use)|Redistribution and use/
  const without = notices()
    .split(/^-{80}$/m)
    .slice(1)
    .filter((section) => !isLicence.test(section))
  expect(without.map((section) => section.trim().split('@')[0])).toEqual(['abstract-logging'])
})

/** Returns the distinct statuses of everything that a page loads, including imports of its modules. */
async function statusesOfAssets(page: string): Promise<number[]> {
  const statuses = new Map<string, number>()
  const load = async (address: string) => {
    if (statuses.has(address)) return
    const answer = await fetch(address)
    statuses.set(address, answer.status)
    const links = (await answer.text()).matchAll(
      /(?:src="|rel="stylesheet" href="|^import .* from ')([^"']+)/gm,
    )
    for (const [, link = ''] of links) await load(new URL(link, address).href)
  }
  await load(page)
  expect(statuses.size).toBeGreaterThan(3)
  return [...new Set(statuses.values())]
}

test('its command starts a server', async () => {
  const command = join(modules(), '.bin', 'reference-server')
  const { stdout } = await succeed(command, ['list', '--json'], project)
  expect(JSON.parse(stdout)).toHaveProperty('defects')

  const child = spawn(command, ['start', '--port', '0', '--control-port', '0', '--debug'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const line = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
  const { url, control } = JSON.parse(line) as { url: string; control: string }
  const statuses = [`${url}/api/v1/users/users/`, `${control}/`, `${control}/clock`].map(
    async (address) => (await fetch(address)).status,
  )
  expect(await Promise.all(statuses)).toEqual([401, 200, 200])
  for (const page of [`${control}/`, `${url}/api/docs/`]) expect(await statusesOfAssets(page)).toEqual([200])
  child.kill()
  expect(await ended).toBe(0)
})

test('it is embedded by its name', async () => {
  const program = `
    import { startServer } from 'auth-api-reference-server'
    const server = await startServer({ port: 0 })
    server.clock.advance({ hours: 1 })
    console.log((await fetch(server.url + '/api/v1/users/users/')).status)
    await server.stop()`
  const { stdout } = await succeed(process.execPath, ['--input-type=module', '--eval', program], project)
  expect(stdout).toBe('401\n')
})

test.for(['publint --strict', 'attw --profile esm-only --quiet'])('%s finds nothing', async (line) => {
  const [name = '', ...args] = line.split(' ')
  await succeed(join(packageFolder(), 'node_modules', '.bin', name), [tarball, ...args], packageFolder())
})

test('its SBOM lists the package and what is joined into it', async () => {
  await succeed(join(packageFolder(), '.ci', 'sbom'), [tarball], folder)
  const file = readFileSync(tarball.replace(/\.tgz$/, '.cdx.json'), 'utf8')
  const { components } = JSON.parse(file) as { components: { name: string; version: string }[] }
  expect(file).not.toContain(folder)
  expect(components[0]?.name).toBe('auth-api-reference-server')
  expect(components.slice(1).map(({ name, version }) => `${name}@${version}`)).toEqual(
    joinedPackages().map(({ name, version }) => `${name}@${version}`),
  )
})
