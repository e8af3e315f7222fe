import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readDeclaration } from '../harness/subject/declaration/declaration.ts'
import { codeBlocks } from '../harness/testing/code-blocks.ts'
import { createFreshFolder } from '../harness/testing/fresh-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = (language: string) => codeBlocks('README.md', language)

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

describe('links', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs')]
  test.for(pages)('of %s lead somewhere', (page) => {
    const text = readFileSync(join(root, page), 'utf8').replace(/```.*?```/gs, '')
    const targets = [...text.matchAll(/(?:\]\(|src(?:set)?=")([^)#:\s"]+)(?:#[^)]*)?[)"]/g)].map(
      (match) => match[1] ?? '',
    )
    const missing = targets.filter((target) => !existsSync(join(root, dirname(page), target)))
    expect(missing).toEqual([])
  })
})

describe('what the README shows', () => {
  test('is a declaration', (context) => {
    const cwd = createFreshFolder(context, { 'conformance.yaml': blocks('yaml')[0] ?? '' })
    const env = {
      ADA_PASSWORD: 'a',
      BOB_PASSWORD: 'b',
      BOB_OTP_SECRET: 'JBSWY3DPEHPK3PXP',
      ADA_PRIVATE_TOKEN: 'c',
    }
    expect(readDeclaration(undefined, { env, cwd })).toMatchObject({ baseUrl: 'http://127.0.0.1:8080' })
  })

  test('names the exit codes that the documentation explains', () => {
    const codes = (text: string) => [...text.matchAll(/^\| (\d) +\|/gm)].map((match) => match[1])
    expect(codes(readme)).toEqual(['0', '1', '2', '3', '4', '5', '6'])
    expect(codes(readFileSync(join(root, 'docs/exit-codes.md'), 'utf8'))).toEqual(codes(readme))
  })
})

test('docs/report-json.md names each field of the report', () => {
  const page = readFileSync(join(root, 'docs/report-json.md'), 'utf8')
  const schema = JSON.parse(readFileSync(join(root, 'reports/report.schema.json'), 'utf8')) as {
    required: string[]
  }
  expect(schema.required.filter((field) => !page.includes(`\`${field}\``))).toEqual([])
})
