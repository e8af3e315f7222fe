import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'vitest'

/** Creates a folder with these files, which is removed after the test. */
export function createFreshFolder(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
