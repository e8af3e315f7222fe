import { readFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { declarationJsonSchema } from './declaration-json-schema.ts'
import { renderDeclarationPage } from './declaration-page.ts'
import { readDeclaration } from './declaration.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'

const page = new URL('../../../docs/declaration.md', import.meta.url)
const introduction = () => readFileSync(page, 'utf8').split('\n## Fields\n')[0] ?? ''

test('docs/declaration.md lists the fields that the schema knows (else: npm run docs:declaration)', async () => {
  const rendered = renderDeclarationPage(declarationJsonSchema(), introduction())
  const config = await resolveConfig(page.pathname)
  await expect(await format(rendered, { ...config, parser: 'markdown' })).toMatchFileSnapshot(page.pathname)
})

test('each example of docs/declaration.md is a declaration', (context) => {
  const examples = [...introduction().matchAll(/```yaml\n(.*?)```/gs)].map((match) => match[1] ?? '')
  expect(examples.length).toBeGreaterThan(1)
  for (const example of examples) {
    const cwd = createFreshFolder(context, {
      'conformance.yaml': example,
      'ada.password': 'secret',
      'server/serve': '',
    })
    const names = [...example.matchAll(/\$\{(\w+)\}/g)].map((match) => [match[1] ?? '', 'the-value'])
    const { baseUrl, start, container } = parse(example) as Record<string, unknown>
    expect(baseUrl ?? start ?? container, 'an example can be tried as it stands').toBeDefined()
    const declared = readDeclaration('conformance.yaml', { env: Object.fromEntries(names), cwd })
    expect(declared.baseUrl ?? declared.start ?? declared.container).toBeDefined()
  }
})
