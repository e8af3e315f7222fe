import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeRunFolder } from './run-folder.ts'
import { UsageError } from '../subject-error.ts'

const before = process.env['TMPDIR']
let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'run-folder-'))
  process.env['TMPDIR'] = place
})
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  rmSync(place, { recursive: true, force: true })
})

/** Returns the id of a process that has ended. */
const gone = () => spawnSync('true').pid

/** Creates the folder that a run of another process would have created. */
function folderOf(pid: number, from: string): string {
  const folder = from.replace(`-${process.pid}-`, `-${pid}-`).replace(/.{6}$/, 'AbCdEf')
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), '')
  return folder
}

test('what a killed run left is removed at the next start; what a running one has stays', () => {
  const own = makeRunFolder()
  const stale = folderOf(gone(), own)
  const live = folderOf(process.ppid, own)
  const next = makeRunFolder()
  expect([own, stale, live, next].map((folder) => existsSync(folder))).toEqual([true, false, true, true])
})

test('other folders stay: of another machine or container, of another program, a link', () => {
  const own = makeRunFolder()
  const pid = gone()
  const elsewhere = basename(own).replace(/run-\w{8}-\d+/, `run-00000000-${pid}`)
  const stale = basename(own).replace(`-${process.pid}-`, `-${pid}-`)
  for (const name of [elsewhere, 'conformance-abcdef', `${stale}-more`]) mkdirSync(join(place, name))
  const target = mkdtempSync(join(place, 'target-'))
  writeFileSync(join(target, 'kept'), '')
  symlinkSync(target, join(place, stale))
  makeRunFolder()
  expect(readdirSync(place)).toEqual(
    expect.arrayContaining([elsewhere, 'conformance-abcdef', `${stale}-more`, basename(target)]),
  )
  expect(readdirSync(target)).toEqual(['kept'])
})

test('a place that accepts no folder is the fault of who named it', () => {
  process.env['TMPDIR'] = join(place, 'missing')
  expect(() => makeRunFolder()).toThrow(UsageError)
  expect(() => makeRunFolder()).toThrow(
    /missing, the one for temporary files \(ENOENT\); name another in TMPDIR/,
  )
})
