import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from './index.ts'
import { readRequirementSets, renderRequirementSet } from './requirement-sets.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const sets = readRequirementSets()
const newest = [...sets.keys()].at(-1)!
const isReleased = newest.localeCompare(version, 'en', { numeric: true }) <= 0

// Before its release, the newest set follows the catalogue; from then on it is frozen, and new rules are pending.
test.runIf(!isReleased)(
  'the set that comes holds the catalogue (else: npm run docs:requirement-set)',
  async () => {
    await expect(renderRequirementSet()).toMatchFileSnapshot(`./sets/${newest}.json`)
  },
)

test('what a set names is still judged: a rule that was dropped or renamed can’t be asked for any more', () => {
  for (const [name, levels] of sets) {
    expect(
      [...levels.keys()].filter((id) => !Object.hasOwn(catalogue.requirements, id)),
      name,
    ).toEqual([])
  }
})

test('the newest set comes last, by number', () => {
  expect([...sets.keys()]).toEqual([...sets.keys()].toSorted((a, b) => Number(a) - Number(b)))
})
