import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { families, listPath, loginPath, secondStepPath, ways } from './families.ts'

const specification = readFileSync(new URL('../../fixtures/specification.md', import.meta.url), 'utf8')

test.for([
  ...families.map((family) => `| POST | \`{base_url}${loginPath[family]}\` | credential request`),
  ...families.map((family) => `| GET | \`{base_url}${listPath[family]}\` | none; authentication header`),
  `| POST | \`{base_url}${secondStepPath}\` | second-factor submission`,
])('the specification shows %s', (row) => expect(specification).toContain(row))

test.for([
  ['users-v1', '/api/users/v1/'],
  ['v1', '/api/v1/'],
] as const)('the paths of the family %s lie below %s', ([family, below]) => {
  for (const path of [loginPath[family], listPath[family]]) expect(path.startsWith(below)).toBe(true)
})

test('there are four ways of logging in', () => {
  expect(ways.map(({ family, encoding }) => `${family} ${encoding}`)).toEqual([
    'users-v1 json',
    'users-v1 form',
    'v1 json',
    'v1 form',
  ])
})
