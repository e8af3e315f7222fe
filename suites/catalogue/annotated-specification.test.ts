import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderAnnotatedSpecification } from './annotated-specification.ts'
import { clientCatalogue } from '../client/catalogue/index.ts'
import { catalogue } from './index.ts'
import { parseSpecification } from './specification.ts'

const specification = readFileSync(new URL('../../fixtures/specification.md', import.meta.url), 'utf8')
const page = renderAnnotatedSpecification(specification, catalogue, clientCatalogue)

test('docs/annotated-specification.md says what the catalogue says (else: npm run docs:requirements)', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/annotated-specification.md')
})

test('every sentence and row of the specification is in it, with an entry of the catalogue', () => {
  const lines = page.split('\n')
  const without = parseSpecification(specification).filter(
    ({ text }) =>
      !lines.some(
        (line) =>
          line.includes(text) &&
          /binds (?:both|the server|the client|neither): .*\]\(requirements\.md#/.test(line),
      ),
  )
  expect(without).toEqual([])
})

test('no link leads to an entry that is not there', () => {
  const ids = [catalogue.requirements, catalogue.openQuestions, catalogue.excluded, clientCatalogue].flatMap(
    Object.keys,
  )
  const linked = [...page.matchAll(/\[([\w.-]+)\]\(requirements\.md#/g)].map(([, id]) => id)
  expect(new Set(linked)).toEqual(new Set(ids))
})
