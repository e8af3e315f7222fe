import { expect, test } from 'vitest'
import { catalogue } from './index.ts'
import { renderRequirementsPage } from './requirements-page.ts'

test('docs/requirements.md says what the catalogue says (else: npm run docs:requirements)', async () => {
  await expect(renderRequirementsPage(catalogue)).toMatchFileSnapshot('../../docs/requirements.md')
})
