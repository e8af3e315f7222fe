import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSampleReport } from '../../reports/testing/sample-report.ts'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { runConformance } from '../testing/run-program.ts'
import { startHttpServer } from '../wire/testing/servers.ts'
import { checkNamedFile, writeNamedFile } from './write-file.ts'

const report = JSON.stringify(createSampleReport())

test.for<[command: string[], option: string]>([
  [['baseline', 'update', '--from', 'a.json', '--baseline'], '--baseline'],
])(
  'where %j can not write, the operator is told, and the suite is not blamed',
  async ([words, option], context) => {
    const cwd = createFreshFolder(context, { 'a.json': report, 'a-file': 'kept' })
    mkdirSync(join(cwd, 'folder'))
    for (const [file, reason] of [
      ['a-file/below/it', 'a part of the path is a file, not a folder'],
      ['/proc/below/it', 'no folder can be made there'],
      ['/proc/it', 'no folder can be made there'],
    ]) {
      const { exitCode, stderr } = await runConformance([...words, file!], { cwd })
      expect([exitCode, stderr]).toEqual([
        2,
        `can't write ${file}: ${reason}. Give another file with ${option}\n`,
      ])
    }
    const { exitCode, stderr } = await runConformance([...words, 'folder'], { cwd })
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/folder.*(it is a folder|EISDIR)/)])
  },
)

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
