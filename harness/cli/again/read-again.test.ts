import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Declaration } from '../../subject/declaration/declaration.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readAgain } from './watch.ts'

test('a declaration that is corrected while it is read is read once more', async (context) => {
  const folder = createFreshFolder(context, { 'conformance.json': '{' })
  const file = join(folder, 'conformance.json')
  const known = { source: { kind: 'file', file, folder } } as unknown as Declaration
  const problems = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  context.onTestFinished(() => problems.mockRestore())
  let count = 0
  const read = () => {
    if (++count > 1) return known
    writeFileSync(file, '{ "corrected": true }')
    throw new UsageError('no JSON')
  }

  expect(await readAgain(known, read, new AbortController().signal)).toBe(known)
  expect(count).toBe(2)
})
