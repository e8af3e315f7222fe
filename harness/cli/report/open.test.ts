import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { open, openerFor } from './open.ts'

let printed = ''
beforeEach(() => {
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

test('the page of a folder, or a page by its name, is shown and its path printed', async (context) => {
  const folder = createFreshFolder(context, { 'report.html': '<html>', 'other.html': '<html>' })
  const shown: string[] = []
  const show = async (file: string) => {
    shown.push(file)
    return true
  }
  expect(await open(folder, show)).toBe(0)
  expect(await open(join(folder, 'other.html'), show)).toBe(0)
  expect(shown).toEqual([join(folder, 'report.html'), join(folder, 'other.html')])
  expect(printed).toBe(shown.map((file) => `${file}\n`).join(''))
})

test('without a browser its path is printed all the same', async (context) => {
  const folder = createFreshFolder(context, { 'report.html': '<html>' })
  expect(await open(folder, async () => false)).toBe(0)
  expect(printed).toContain(join(folder, 'report.html'))
})

test('a folder without a page is a usage error that says how to get one', async (context) => {
  const folder = createFreshFolder(context, { 'report.json': '{}' })
  const empty = createFreshFolder(context, { 'notes.txt': '' })
  const show = () => Promise.reject(new Error('nothing is to be shown'))
  await expect(open(folder, show)).rejects.toThrow(/conformance report --from .*report\.json --format html/)
  await expect(open(folder, show)).rejects.toMatchObject({ exitCode: 2 })
  await expect(open(empty, show)).rejects.toThrow(/run conformance first/)
  await expect(open(join(folder, 'report.json'), show)).rejects.toThrow(/is not a page/)
})

describe('the opener', () => {
  const page = '/a b/report.html'
  test.for<[NodeJS.Platform, NodeJS.ProcessEnv, string[] | undefined]>([
    ['linux', {}, undefined],
    ['linux', { DISPLAY: ':0' }, ['xdg-open', page]],
    ['freebsd', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', page]],
    ['darwin', {}, ['open', page]],
    ['win32', {}, ['cmd', '/d', '/s', '/c', `"start "" "${page}""`]],
  ])('of %s with %j', ([platform, env, line]) => {
    expect(openerFor(platform, env)?.(page)).toEqual(line)
  })
})
