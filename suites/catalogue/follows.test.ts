import { expect, test } from 'vitest'
import { rulesOfCauses } from '../../reports/follows.ts'
import { cases } from '../all.ts'
import { catalogue } from './index.ts'

test('the rules that failures follow from and the cases that show it are there', () => {
  const known = Object.keys(catalogue.requirements)
  expect(rulesOfCauses.filter((id) => !known.includes(id))).toEqual([])
  const shown = [...cases.values()].filter(
    ({ requirement, id, changed }) =>
      (requirement === 'anonymous.no-credentials' && changed === 'no credentials are sent') ||
      (requirement === 'signature.wrong-signature' && id.includes('/all-zero-on-')),
  )
  expect(shown.map(({ requirement }) => requirement)).toEqual(
    expect.arrayContaining(['anonymous.no-credentials', 'signature.wrong-signature']),
  )
})
