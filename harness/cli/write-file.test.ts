import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSampleReport } from '../../reports/testing/sample-report.ts'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { runConformance } from '../testing/run-program.ts'
import { startHttpServer } from '../wire/testing/servers.ts'
import { checkNamedFile, writeNamedFile } from './write-file.ts'

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
