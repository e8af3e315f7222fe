import { describe, expect, test } from 'vitest'
import { createKnownLists } from './known-lists.ts'
import { users } from '../client/testing/accounts.ts'

const nobody: ReadonlySet<string> = new Set()
const [first = {}, second = {}] = users

/** What the run knows about a list once a valid request got this body. */
function knowing(body: unknown, usernames = nobody) {
  const lists = createKnownLists(usernames)
  lists.read('v1', body)
  return lists
}

describe('the place of the records is learned from a valid request', () => {
  test('wherever it is', () => {
    const lists = createKnownLists(nobody)
    expect(lists.isKnown('v1')).toBe(false)
    expect(lists.read('v1', { data: users })).toEqual(users)
    expect(lists.isKnown('v1')).toBe(true)
    expect(lists.isKnown('users-v1')).toBe(false)
  })

  test('and is not where there are no records', () => {
    const lists = createKnownLists(nobody)
    for (const body of [[], { results: [] }, undefined, 'users', { count: 2 }])
      expect(lists.read('v1', body)).toBeUndefined()
    expect(lists.isKnown('v1')).toBe(false)
  })

  test('users win over another array that stands before them', () => {
    const links = [{ rel: 'next' }]
    expect(createKnownLists(nobody).read('v1', { links, users })).toEqual(users)
    const named = [{ who: 'ada' }]
    expect(createKnownLists(new Set(['ada'])).read('v1', { links, named })).toEqual(named)
    expect(createKnownLists(nobody).read('v1', { links, named })).toEqual(links)
  })

  test('an array that comes without credentials too is no list', () => {
    const lists = createKnownLists(nobody)
    lists.sawAnonymous('v1', { errors: [{ code: 1, message: 'log in' }] })
    const records = [{ id: 1, nick: 'a' }]
    expect(lists.read('v1', { errors: [{ code: 2, message: 'late' }] })).toBeUndefined()
    expect(lists.read('v1', { errors: [{ code: 2, message: 'late' }, ...records] })).toBeUndefined()
    expect(lists.read('v1', { errors: [{ code: 2, message: 'late' }], people: records })).toEqual(records)
  })

  test.for([
    ['elsewhere', { users }, { errors: [{ code: 'A-401', message: 'Your token has expired' }] }],
    ['in its place', users, [{ code: 'A-401', message: 'Your token has expired' }]],
  ])('nor is an array without users, and of another kind than the list: %s', ([, list, errors]) => {
    const lists = knowing(list)
    expect(lists.read('v1', errors)).toBeUndefined()
    expect(lists.leak('v1', errors, '')).toBeUndefined()
    expect(lists.read('v1', list)).toEqual(users)
  })

  test('unless it holds users: then it is the list, open to everyone', () => {
    const lists = createKnownLists(nobody)
    lists.sawAnonymous('v1', users)
    expect(lists.read('v1', users)).toEqual(users)
  })

  test('groups that come without credentials too, but empty, are no list: their users are', () => {
    const grouped = (members: unknown) => ({ groups: [{ name: 'all', members }] })
    const lists = createKnownLists(nobody)
    lists.sawAnonymous('v1', grouped([]))
    expect(lists.read('v1', grouped(users))).toEqual(users)
    expect(lists.leak('v1', grouped([]), '')).toBeUndefined()
    expect(lists.leak('v1', grouped([first]), '')).toBe('a user record')
  })

  test('more than one place is known where the query changes the shape', () => {
    const lists = knowing(users)
    expect(lists.read('v1', { results: users })).toEqual(users)
    expect(lists.leak('v1', { results: [first] }, '')).toBe('a user record')
    expect(lists.leak('v1', [first], '')).toBe('a user record')
  })

  test('the known place is read, though users stand elsewhere too', () => {
    const lists = knowing({ page: users })
    expect(lists.read('v1', { before: [{ username: 'x' }], page: [first] })).toEqual([first])
  })
})

describe('a rejection gives away', () => {
  test('nothing, where no valid request has shown the list', () => {
    expect(createKnownLists(nobody).leak('v1', users, JSON.stringify(users))).toBeUndefined()
  })

  test('a record at the place of the list', () => {
    const lists = knowing({ results: users })
    const other = { username: 'new', email: 'new@example.test', comment: '', role: '' }
    expect(lists.leak('v1', { results: [other] }, '')).toBe('a user record')
    expect(lists.leak('v1', { results: [{ code: 1, message: 'log in' }] }, '')).toBeUndefined()
    expect(lists.leak('v1', { results: [] }, '')).toBeUndefined()
    expect(lists.leak('users-v1', { results: [other] }, '')).toBeUndefined()
  })

  test('an address or ID of a record, anywhere in JSON', () => {
    const lists = knowing(users)
    const says = (json: unknown) => lists.leak('v1', json, JSON.stringify(json))
    expect(says({ error: { owner: 'ada@example.test' } })).toBe('the value of a user record')
    expect(says({ error: 'not ada@example.test' })).toBeUndefined()
    expect(says({ 'ada@example.test': 1 })).toBeUndefined()
  })

  test('or standing alone in any other text', () => {
    const lists = knowing(users)
    const says = (text: string) => lists.leak('v1', undefined, text)
    expect(says('<p>ada@example.test</p>')).toBe('the value of a user record')
    expect(says('ada@example.test')).toBe('the value of a user record')
    expect(says('xada@example.test')).toBeUndefined()
    expect(says('ada@example.tests')).toBeUndefined()
    expect(says('xada@example.test, ada@example.test')).toBe('the value of a user record')
    expect(says('äada@example.test')).toBeUndefined()
  })

  test('two words of one record, since one may appear in any message', () => {
    const lists = knowing(users)
    const says = (...words: string[]) => lists.leak('v1', { words }, '')
    expect(says('ada')).toBeUndefined()
    expect(says('ada', 'gardening')).toBeUndefined()
    expect(says('ada', 'mathematics')).toBe('the value of a user record')
    expect(says('admin')).toBeUndefined()
  })

  test('nothing by texts that we sent ourselves, or that answers without credentials say', () => {
    const lists = knowing(users, new Set(['ada']))
    lists.addInnocent(['dee@example.test'])
    expect(lists.leak('v1', ['ada', 'mathematics'], '')).toBeUndefined()
    expect(lists.leak('v1', ['dee@example.test'], '')).toBeUndefined()
    expect(lists.leak('v1', ['ada@example.test'], '')).toBe('the value of a user record')
  })

  test('what lone records told, and what only words of records tell', () => {
    const lone = createKnownLists(nobody)
    for (const email of ['a@example.test', 'b@example.test']) lone.read('v1', [{ email }])
    expect(lone.leak('v1', ['b@example.test'], '')).toBe('the value of a user record')
    const worded = createKnownLists(nobody)
    for (const nick of ['early', 'later']) worded.read('v1', [{ nick, town: 'Ghent' }, { x: 'other' }])
    expect(worded.leak('v1', ['later', 'Ghent'], '')).toBe('the value of a user record')
  })

  test('what any of the last five different reads told', () => {
    const lists = createKnownLists(nobody)
    for (let page = 1; page <= 6; page++)
      for (let again = 0; again < 9; again++)
        lists.read('v1', [{ ...first, email: `${page}@example.test` }, second])
    const told = [1, 2, 3, 4, 5, 6].filter((page) => lists.leak('v1', [`${page}@example.test`], ''))
    expect(told).toEqual([2, 3, 4, 5, 6])
  })
})

test('a page for people tells of users where two of their addresses or IDs stand on it', () => {
  const lists = knowing(users)
  const [one, other] = users.map(({ email }) => String(email))
  expect(lists.tells('v1', `<p>${one}</p><p>${other}</p>`)).toBe(true)
  expect(lists.tells('v1', `<p>${one}</p><p>${one}</p>`)).toBe(false)
  expect(lists.tells('v1', `<p>x${one}</p><p>${other}</p>`)).toBe(false)
  expect(createKnownLists(nobody).tells('v1', `<p>${one}</p><p>${other}</p>`)).toBe(false)
})
