import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { DeclarationSource } from './find-declaration.ts'
import { cannotBeRead, readUtf8 } from '../files/read-utf8.ts'
import { UsageError } from '../subject-error.ts'

/**
 * Reads the variables from `--env-file`, or else from `.env` next to the declaration, in the format of `node --env-file`.
 * Messages never quote a line, because it may contain a secret.
 * @param named the file given with `--env-file`, relative to `cwd`
 * @throws UsageError if the file can't be read
 */
export function readEnvFile(
  named: string | undefined,
  source: Pick<DeclarationSource, 'kind' | 'folder'>,
  cwd: string,
): NodeJS.ProcessEnv {
  const usual = join(source.folder, '.env')
  if (named === undefined && (source.kind !== 'file' || !existsSync(usual))) return {}
  const path = named === undefined ? usual : resolve(cwd, named)
  const shown = named === undefined ? '.env next to the declaration' : `--env-file ${named}`
  try {
    const text = readUtf8(path)
    if (text.includes('\0')) throw Object.assign(new Error(), { code: 'it contains a NUL character' })
    return parseEnv(text)
  } catch (error) {
    const fix = named === undefined ? 'correct or remove it' : 'correct the path'
    throw new UsageError(`${shown} ${cannotBeRead(error, fix)}`)
  }
}
