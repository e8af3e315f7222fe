import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSampleReport } from '../../../reports/testing/sample-report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { runConformance } from '../../testing/run-program.ts'
import { startHttpServer } from '../../wire/testing/servers.ts'
import { checkNamedFile, checkReplaceable, writeNamedFile } from './write-file.ts'

const report = JSON.stringify(createSampleReport())

test.each([
  ['a-file/below/it', 'a part of the path is a file, not a folder'],
  ['/proc/below/it', 'no folder can be created there'],
  ['/proc/it', 'no folder can be created there'],
])('%s can not be written: %s', (file, reason) => {
  const cwd = createFreshFolder({ onTestFinished }, { 'a-file': 'kept' })
  const path = resolve(cwd, file)
  expect(() => writeNamedFile(path, 'x', '--baseline')).toThrow(
    `can't write ${path}: ${reason}. Give another file with --baseline`,
  )
})

test('where baseline update can not write, the operator is told, and the suite is not blamed', async (context) => {
  const cwd = createFreshFolder(context, { 'a.json': report, 'a-file': 'kept' })
  mkdirSync(join(cwd, 'folder'))
  const update = (file: string) =>
    runConformance(['baseline', 'update', '--from', 'a.json', '--baseline', file], { cwd })
  expect(await update('a-file/below/it')).toMatchObject({
    exitCode: 2,
    stderr:
      "can't write a-file/below/it: a part of the path is a file, not a folder. Give another file with --baseline\n",
  })
  expect(await update('folder')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/folder.*(it is a folder|EISDIR)/),
  })
})

test('init looks first whether it could write, and asks the server nothing where it could not', async (context) => {
  let asked = 0
  const { url } = await startHttpServer((_, response) => {
    asked++
    response.writeHead(403).end()
  })
  const cwd = createFreshFolder(context, { 'a-file': 'kept' })
  const init = (file: string) => runConformance(['init', '--base-url', url, '--config', file], { cwd })
  expect(await init('a-file/conformance.yaml')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      "can't write a-file/conformance.yaml: a part of the path is a file, not a folder. Give another file with --config\n",
  })
  expect(asked).toBe(0)
  expect((await init('/proc/conformance.yaml')).exitCode).toBe(2)
  expect(await init('a/new/folder/conformance.yaml')).toMatchObject({ exitCode: 0, stderr: '' })
})

test('a folder that is missing is made when the file is written, not when it is checked', (context) => {
  const folder = createFreshFolder(context)
  const file = join(folder, 'a/b/known.yaml')
  checkNamedFile(file, '--baseline')
  expect(readdirSync(folder)).toEqual([])
  writeNamedFile(file, 'x', '--baseline')
  writeFileSync(join(folder, 'kept'), '')
  expect(() => writeNamedFile(join(folder, 'kept/it'), 'x', '--baseline')).toThrow(
    'a part of the path is a file',
  )
})

test('a file is replaced in one step, so that half of it is never there; its mode and links to it stay', (context) => {
  const folder = createFreshFolder(context, { 'known.yaml': 'old' })
  const file = join(folder, 'known.yaml')
  chmodSync(file, 0o662)
  linkSync(file, join(folder, 'before'))
  symlinkSync('known.yaml', join(folder, 'link.yaml'))
  writeNamedFile(join(folder, 'link.yaml'), 'new', '--baseline')
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(readFileSync(join(folder, 'before'), 'utf8')).toBe('old')
  expect(statSync(file).mode & 0o777).toBe(0o662)
  expect(readdirSync(folder)).toEqual(['before', 'known.yaml', 'link.yaml'])
})

test.skipIf(!existsSync('/dev/full'))('a full disk is named, and a device is written to', () => {
  expect(() => writeNamedFile('/dev/full', 'x', '--html')).toThrow("can't write /dev/full: the disk is full")
  writeNamedFile('/dev/null', 'x', '--html')
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
})

test('only what was written before, or is empty, is replaced', (context) => {
  const folder = createFreshFolder(context, {
    'known.yaml': '- a',
    empty: '',
    'events.jsonl': '{"event":"run"}',
  })
  const check = (name: string) => checkReplaceable(join(folder, name), '--events', '"event":"run"')
  for (const name of ['empty', 'events.jsonl', 'new', 'new/too', '.', '../../dev/null']) check(name)
  expect(() => check('known.yaml')).toThrow(
    'known.yaml was not written by --events, and would be replaced; move it, or give another file with --events',
  )
})
