import { expect, test } from 'vitest'
import { createKnownLists } from './known-lists.ts'
import { rowsAsRecords } from './rows-as-records.ts'

const usernames = new Set(['ada', 'bob'])

test('bare usernames are records', () => {
  expect(rowsAsRecords(['ada', 'eve'], usernames)).toEqual([{ username: 'ada' }, { username: 'eve' }])
  expect(rowsAsRecords({ data: { users: ['eve', 'bob'] }, total: 2 }, usernames)).toEqual({
    data: { users: [{ username: 'eve' }, { username: 'bob' }] },
    total: 2,
  })
})

test('rows of a table are records, whose fields have numbers', () => {
  const table = { columns: ['id', 'username'], rows: [[1, 'ada'], [2, 'eve']] } // prettier-ignore
  const rows = [{ 0: 1, 1: 'ada' }, { 0: 2, 1: 'eve' }] // prettier-ignore
  expect(rowsAsRecords(table, usernames)).toEqual({ columns: ['id', 'username'], rows })
})

test('objects under usernames are records', () => {
  const users = { ada: { mail: 'ada@example.org' }, eve: { mail: 'eve@example.org' } }
  const records = [{ username: 'ada', mail: 'ada@example.org' }, { username: 'eve', mail: 'eve@example.org' }] // prettier-ignore
  expect(rowsAsRecords({ users }, usernames)).toEqual({ users: records })
  expect(rowsAsRecords(users, usernames)).toEqual(records)
})

test('anything else stays as it is', () => {
  let deep: unknown = ['ada']
  for (let level = 0; level < 30; level++) deep = [deep]
  for (const body of [
    ['eve'],
    [['eve']],
    [['ada'], 'x'],
    [],
    { error: 'ada' },
    { ada: 'no such user' },
    { eve: {} },
    { ada: {}, error: 'no' },
    [{ id: 1, names: ['ada'] }],
    deep,
  ])
    expect(rowsAsRecords(body as object, usernames)).toBe(body)
})

test('such a list is known, and given away by its values', () => {
  const lists = createKnownLists(usernames)
  const rows = [[1, 'ada', 'ada@example.org'], [2, 'eve', 'eve@example.org']] // prettier-ignore
  expect(lists.read('v1', { rows })).toHaveLength(2)
  expect(lists.leak('v1', { rows }, '')).toBe('a user record')
  expect(lists.leak('v1', { error: 'eve@example.org' }, '')).toBe('the value of a user record')
  expect(lists.leak('v1', { rows: [] }, '')).toBeUndefined()
  expect(lists.read('v1', { errors: ['no'] })).toBeUndefined()
})
