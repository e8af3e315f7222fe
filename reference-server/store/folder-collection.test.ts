import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemRandom } from '../common/random.ts'
import { UsageError } from '../common/usage-error.ts'
import { createFolderCollection } from './folder-collection.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'collection-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = () =>
  createFolderCollection<{ value: number }>(join(folder, 'deep', 'er'), ['value'], systemRandom)

test('what one process adds, another sees at once', () => {
  const one = open()
  const other = open()
  expect(other.all()).toEqual([])
  for (let value = 0; value < 50; value++) {
    expect(one.create(`key ${value}`, { value })).toBe(true)
    expect(other.get(`key ${value}`)).toEqual({ value })
    expect(other.all()).toHaveLength(value + 1)
  }
})

test('a key that is taken is not taken again, by any process', () => {
  expect(open().create('a', { value: 1 })).toBe(true)
  expect(open().create('a', { value: 2 })).toBe(false)
  expect(open().get('a')).toEqual({ value: 1 })
  open().replace('a', { value: 3 })
  expect(open().all()).toEqual([{ value: 3 }])
  expect(readdirSync(join(folder, 'deep', 'er'))).toHaveLength(1)
})

test('no key leaves the folder, and keys that differ in case stay apart', () => {
  const records = open()
  for (const [value, key] of ['../x', 'a/b', 'A', 'a', '', '.'].entries()) records.create(key, { value })
  expect(records.all()).toHaveLength(6)
  expect(readdirSync(join(folder, 'deep'))).toEqual(['er'])
  expect(records.get('x'.repeat(5000))).toBeUndefined()
})

test('what a killed writer left behind is passed over', () => {
  const records = open()
  writeFileSync(join(folder, 'deep', 'er', 'abc.new'), '{"val')
  expect(records.all()).toEqual([])
})

test('a folder among the files is named', () => {
  const records = open()
  mkdirSync(join(folder, 'deep', 'er', 'a.json'))
  expect(() => records.all()).toThrow(
    new UsageError(`${join(folder, 'deep', 'er', 'a.json')} is a folder; remove it`),
  )
})

test('a file that is not JSON is named', () => {
  const records = open()
  records.create('a', { value: 1 })
  const [name = ''] = readdirSync(join(folder, 'deep', 'er'))
  writeFileSync(join(folder, 'deep', 'er', name), '{"val')
  for (const read of [() => records.all(), () => records.get('a')]) {
    expect(read).toThrow(UsageError)
    expect(read).toThrow(name)
  }
})

test.each(['null', '{}', '[]', '"value"'])('a file that holds %s is named', (content) => {
  const records = open()
  records.create('a', { value: 1 })
  const [name = ''] = readdirSync(join(folder, 'deep', 'er'))
  writeFileSync(join(folder, 'deep', 'er', name), content)
  for (const read of [() => records.all(), () => records.get('a')]) {
    expect(read).toThrow(UsageError)
    expect(read).toThrow(`${name} has no value; fix or remove it`)
  }
})

test('a record that could not be written whole leaves nothing behind', () => {
  const records = open()
  vi.spyOn(fs, 'fsyncSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  })
  expect(() => records.create('a', { value: 1 })).toThrow('ENOSPC')
  expect(readdirSync(join(folder, 'deep', 'er'))).toEqual([])
})

test('a folder that cannot be is an error', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => createFolderCollection(join(folder, 'file'), [], systemRandom)).toThrow('EEXIST')
  expect(() => createFolderCollection(join(folder, 'file', 'x'), [], systemRandom)).toThrow('ENOTDIR')
  expect(() => createFolderCollection('/proc/nothing/here', [], systemRandom)).toThrow('ENOENT')
})
