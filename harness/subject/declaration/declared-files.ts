import { accessSync } from 'node:fs'
import { resolve } from 'node:path'
import { readClientCertificate } from './client-certificate.ts'
import type { DeclarationParts } from './declaration-schema.ts'
import type { PathProblem } from './declaration-problems.ts'
import { readWhole } from '../files/read-utf8.ts'

/** Resolves declared paths against the declaration's folder, and reads the certificates (PEM). */
export function fillDeclaredFiles(
  parts: DeclarationParts,
  folder: string,
): { parts: DeclarationParts; problems: PathProblem[] } {
  const problems: PathProblem[] = []
  const attempt = <T>(path: readonly PropertyKey[], file: string, read: (file: string) => T) => {
    try {
      return read(resolve(folder, file))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push({ path, message: `names ${file}, which cannot be read (${code}); fix the path` })
      return undefined
    }
  }
  const { tls, start, container, clock } = parts
  const path = ['tls', 'ca']
  const readText = (file: string) => readWhole(file).toString('utf8')
  const ca = tls.ca === undefined ? undefined : attempt(path, tls.ca, readText)
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----'))
    problems.push({ path, message: 'contains no certificate in PEM form ("BEGIN CERTIFICATE")' })
  const client = readClientCertificate(tls, folder)
  problems.push(...client.problems)
  const cwd = start?.cwd
  // With a dot appended, a file gives ENOTDIR.
  if (cwd !== undefined && !cwd.startsWith('{'))
    attempt(['start', 'cwd'], cwd, (folder) => accessSync(`${folder}/.`))
  container?.files.forEach(({ source }, index) =>
    attempt(['container', 'files', index, 'source'], source, accessSync),
  )
  return {
    problems,
    parts: {
      ...parts,
      tls: { ...client.tls, ...(ca !== undefined && { ca }) },
      ...(start && {
        start: { ...start, cwd: start.cwd?.startsWith('{') ? start.cwd : resolve(folder, start.cwd ?? '') },
      }),
      ...(container && {
        container: {
          ...container,
          files: container.files.map((file) => ({ ...file, source: resolve(folder, file.source) })),
        },
      }),
      ...(clock.kind === 'faketime' && {
        clock: { ...clock, file: clock.file.startsWith('{') ? clock.file : resolve(folder, clock.file) },
      }),
    },
  }
}
