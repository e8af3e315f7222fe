import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readBaselineText } from './read-baseline.ts'
import { readReport } from './read-report.ts'

test('what is not there is named with what to do: a file, a folder without a report', (context) => {
  const folder = createFreshFolder(context, { 'empty.json': '' })
  const fix = 'run conformance first, or name another report'
  expect(() => readReport(join(folder, 'gone.json'))).toThrow(
    `gone.json can't be read as a report: there is no such file; ${fix}`,
  )
  expect(() => readReport(folder)).toThrow(
    `${folder} can't be read as a report: no report.json is in that folder; ${fix}`,
  )
  expect(() => readReport(join(folder, 'empty.json'))).toThrow(
    "can't be read as a report: it is empty; judge again, or name another report",
  )
  expect(() => readReport('')).toThrow('the name of a report is empty')
})

test('a folder that the run before left a report for is sent there', (context) => {
  const folder = createFreshFolder(context, { 'previous/report.json': '{}' })
  expect(() => readReport(folder)).toThrow(
    `no report.json is in that folder; the run before left ${join(folder, 'previous/report.json')}`,
  )
})

test.skipIf(!existsSync('/dev/zero'))('a file without an end is no baseline', () => {
  expect(() => readBaselineText('/dev/zero')).toThrow(
    "the baseline /dev/zero can't be read: it is larger than 1 MiB",
  )
})

test('a folder is no baseline', (context) => {
  const folder = createFreshFolder(context)
  mkdirSync(join(folder, 'known.yaml'))
  expect(() => readBaselineText(join(folder, 'known.yaml'))).toThrow(
    "known.yaml can't be read: it is a folder; name a file in it",
  )
})

test('a baseline in Latin-1 is rejected: written again, it would have lost its letters', (context) => {
  const folder = createFreshFolder(context, { 'known.yaml': Buffer.from('- owner: Ren\xe9', 'latin1') })
  expect(() => readBaselineText(join(folder, 'known.yaml'))).toThrow(
    "known.yaml can't be read: it is not in UTF-8; save it in that encoding",
  )
})
