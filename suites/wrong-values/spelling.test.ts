import { expect, test } from 'vitest'
import { asJson, spellingRecipe } from './spelling.ts'

const plain = { escapes: [], space: '', passwordFirst: false, upperCase: true }

test('a recipe names the characters that are written as escapes', () => {
  const way = { ...plain, escapes: [5, 0] }
  expect(asJson({ username: 'ada', password: 'x' }, way)).toBe(
    String.raw`{"\u0075s\u0065rname":"ada","passw\u006Fr\u0064":"x"}`,
  )
  expect(spellingRecipe(way)).toBe(
    'the declared credentials with character 1, 3 of every 16 written as an escape, in upper case',
  )
  expect(spellingRecipe({ ...plain, escapes: [0], passwordFirst: true })).toBe(
    'the declared credentials with no needless escapes, the password first',
  )
})
