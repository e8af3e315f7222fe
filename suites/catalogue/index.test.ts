import { describe, expect, test } from 'vitest'
import { catalogue, catalogueHash, topicOf } from './index.ts'
import type { RequirementId } from './index.ts'

const entries = [
  ...Object.entries(catalogue.requirements),
  ...Object.entries(catalogue.openQuestions),
  ...Object.entries(catalogue.excluded),
]

describe('the catalogue', () => {
  test.each(entries)('%s is spelt as an id, and its text is one sentence', (id, entry) => {
    expect(id).toMatch(/^[a-z-]+\.[a-z0-9]+(-[a-z0-9]+)*$/)
    expect('question' in entry ? entry.question : entry.statement).toMatch(/^[A-Z`][^?!]*[^ ][.?]$/)
  })

  test('says of every should why it is no must', () => {
    const shoulds = Object.values(catalogue.requirements).filter(({ level }) => level === 'should')
    expect(shoulds.filter(({ reading }) => reading === undefined)).toEqual([])
  })

  test('knows its ids from others', () => {
    const id: RequirementId = 'mfa.seed-one-time'
    // @ts-expect-error a misspelt id does not compile
    const misspelt: RequirementId = 'mfa.seed-onetime'
    expect([id, misspelt].map((one) => Object.hasOwn(catalogue.requirements, one))).toEqual([true, false])
  })

  test('takes the topic from before the dot', () =>
    expect(topicOf('private-token.accepted')).toBe('private-token'))

  test('has a hash of its texts', () => expect(catalogueHash()).toMatch(/^[0-9a-f]{64}$/))
})
