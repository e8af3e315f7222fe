import { describe, expect, test } from 'vitest'
import { fieldsOf, isAlike, listsUsers, looksLikeUsers, placesOfRecords, recordsAt } from './user-list.ts'
import { hasEmptyArray, texts } from './json-texts.ts'
import { isId, tellingValues } from './telling-values.ts'
import { users } from '../client/testing/accounts.ts'

const nested = (depth: number) => {
  let body: unknown = users
  for (let level = 0; level < depth; level++) body = { inner: body }
  return body
}

describe('records are found', () => {
  test.for<[where: string, body: unknown, places: string[][]]>([
    ['where they are the whole body', users, [[]]],
    ['in a page', { count: 2, next: null, results: users }, [['results']]],
    ['within, beside an empty array', { data: { users, errors: [] } }, [['data', 'users']]],
    ['in an object, each under its ID', { users: { 1: { id: 1 }, ada: { name: 'ada' } } }, [['users']]],
    [
      'in an object, each under an ID that it does not hold',
      { users: { u1: users[0], u2: users[0] } },
      [['users']],
    ],
    ['in arrays, one for each page', { pages: [users, users] }, [['pages']]],
    [
      'in groups',
      {
        groups: [
          { name: 'a', users },
          { name: 'b', users },
        ],
      },
      [['groups'], ['groups', 'users']],
    ],
    ['the shallowest first', { data: { deep: users }, users }, [['users'], ['data', 'deep']]],
  ])('%s', ([, body, places]) => expect(placesOfRecords(body)).toEqual(places))

  test.for<[what: string, body: unknown]>([
    ['texts', { results: ['ada', 'dee'] }],
    ['empty objects', { results: [{}, {}] }],
    [
      'arrays of texts',
      {
        results: [
          ['ada', 'Ada'],
          ['dee', 'Dee'],
        ],
      },
    ],
    ['objects under words of their kind', { user: { username: 'ada' }, caller: { username: 'dee' } }],
    ['objects of which one is under another name', { ada: { username: 'ada' }, bob: { username: 'dee' } }],
    ['an empty array', []],
    ['a text', 'users'],
    ['null', null],
  ])('not in %s', ([, body]) => expect(placesOfRecords(body)).toEqual([]))

  test('to a depth of 99 keys: what is sent to confuse is not followed for ever', () => {
    expect(placesOfRecords(nested(99))).toHaveLength(1)
    expect(placesOfRecords(nested(100))).toHaveLength(0)
  })

  test('at a place, less what is no record', () => {
    expect(recordsAt({ results: [users[0], 'x', null, {}, [1]] }, ['results'])).toEqual([users[0]])
    expect(recordsAt({ results: users }, ['results', 'x'])).toEqual([])
    expect(recordsAt({ results: users }, ['data'])).toEqual([])
    expect(recordsAt(undefined, ['data'])).toEqual([])
  })
})

describe('records are known as those of users', () => {
  test.for(['username', 'user_name', 'UserName', 'email', 'e-mail', 'login'])('by the field %s', (name) => {
    expect(looksLikeUsers([{ id: 1 }, { [name]: 'x' }], new Set())).toBe(true)
  })

  test('by a known name, wherever it stands', () => {
    expect(looksLikeUsers([{ who: { called: ['ada'] }, role: 'admin' }], new Set(['ada']))).toBe(true)
    expect(looksLikeUsers([{ who: 'somebody' }], new Set(['ada']))).toBe(false)
  })

  test('not by names that only contain such a word', () => {
    expect(looksLikeUsers([{ loginUrl: 'x', myemail: 'y', username2: 'z' }], new Set())).toBe(false)
  })

  test('in a whole body', () => {
    expect(listsUsers({ data: users })).toBe(true)
    expect(listsUsers({ errors: [{ field: 'username' }] })).toBe(false)
    expect(listsUsers({ username: 'ada' })).toBe(false)
  })
})

test('a record is of a kind with others that have half of its fields', () => {
  const others = fieldsOf([{ id: 1, username: 'ada' }, { email: 'x' }])
  expect(isAlike({ id: 2, email: 'y' }, others)).toBe(true)
  expect(isAlike({ id: 2, other: 'y' }, others)).toBe(true)
  expect(isAlike({ id: 2, other: 'y', more: 'z' }, others)).toBe(false)
})

test('an empty array may be the list, at any depth', () => {
  expect([[], { results: [] }, { data: { users: [] } }].map(hasEmptyArray)).toEqual([true, true, true])
  expect([users, [[]], {}, { results: 0 }, null, '[]'].map(hasEmptyArray)).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})

test('texts are the strings of a value, not its names and numbers', () => {
  expect(texts({ a: 'x', b: ['y', { c: 'z' }], d: 1, e: true, f: null })).toEqual(['x', 'y', 'z'])
})

describe('what tells a record', () => {
  const telling = (...records: Record<string, unknown>[]) => {
    const { numbers } = tellingValues(records)
    return records.map((record, at) => [...new Set(texts(record))].filter((text) => numbers.get(text) === at))
  }

  test('is what only one record contains', () => {
    expect(telling(...users)).toEqual([
      ['ada', 'ada@example.test', 'mathematics'],
      ['dee', 'dee@example.test', 'gardening'],
    ])
  })

  test('also where the record says it twice', () => {
    expect(telling({ name: 'ada', username: 'ada' }, { name: 'dee' })[0]).toEqual(['ada'])
  })

  test('of a lone record is no plain word, for nobody knows what others would share', () => {
    expect(telling({ username: 'ada', email: 'ada@example.test' })).toEqual([['ada@example.test']])
  })

  test('is no text of two characters, and no point in time', () => {
    const record = { a: 'xy', joined: '2026-11-20T12:00:00Z', at: 'Friday 12:00', day: '2026-11-20' }
    expect(telling(record, {})[0]).toEqual([])
    const numbers = { s: '1796027268', ms: '1796027268123', us: '1796027268.123456', at: '20261120T1200Z' }
    expect(telling(numbers, {})[0]).toEqual([])
    expect(telling({ a: '796027268', b: '17960272681' }, {})[0]).toEqual(['796027268', '17960272681'])
    expect(telling({ a: 'xyz' }, {})[0]).toEqual(['xyz'])
    expect(telling({ a: 'key 2026-11-20' }, {})[0]).toEqual(['key 2026-11-20'])
  })

  test.for<[text: string, id: boolean]>([
    ['a@b', true],
    ['abc123', true],
    ['123456', true],
    ['abc12', false],
    ['12345', false],
    ['abcdef', false],
  ])('%s is an ID: %s', ([text, id]) => expect(isId(text)).toBe(id))
})
