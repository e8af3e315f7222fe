import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { fileChanged, stateOf } from './server-watch.ts'

test('a file saved before the wait begins counts, if the wait is for a difference from an earlier state', async (context) => {
  const file = join(createFreshFolder(context, { watched: '' }), 'watched')
  const judged = stateOf([file])
  writeFileSync(file, 'saved while the verdicts were being told')
  await expect(fileChanged([file], new AbortController().signal, judged)).resolves.toBeUndefined()
})
