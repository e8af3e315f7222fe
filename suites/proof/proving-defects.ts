import type { ProvingDefect } from '../../harness/cli/suite.ts'
import { clientDefects } from '../client/proof/defects/index.ts'
import { readListedChanges } from './self-test/listed-changes.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from '../../harness/cli/about/source-place.ts'
import type { Place } from '../../harness/engine/case/defined-at.ts'
import { attempt } from '../../harness/wire/attempt.ts'
import { packageFolder } from '../../harness/subject/files/package-folder.ts'

/** Returns the planted defects that prove a requirement; those that break nothing else come first. */
export async function provingDefects(id: string): Promise<ProvingDefect[]> {
  const known = id.startsWith('client.')
    ? clientDefects.map(({ name, breaks }) => ({ name, breaks: breaks.map(String) }))
    : (await readListedChanges()).defects.map(({ name, breaks }) => ({
        name,
        breaks: breaks.map(({ requirement }) => requirement),
      }))
  return known
    .filter(({ breaks }) => breaks.includes(id))
    .map(({ name, breaks }) => ({ name, alone: breaks.length === 1, place: placeOfDefect(name) }))
    .toSorted((one, other) => Number(other.alone) - Number(one.alone))
}

/** Where the planted defects are: those of the server, and those of the client. */
const folders = ['reference-server/changes', 'suites/client/proof/defects']

/** Finds the line of the sources that names a planted defect. Undefined if they are not there, as in an installed package. */
export function placeOfDefect(name: string): Place | undefined {
  const files = folders.flatMap(filesIn)
  // Other changes may mention the name, so its definition comes first. A name of one word has no quotes as a key.
  for (const text of [`'${name}': `, ` ${name}: `, `'${name}'`]) {
    for (const file of files) {
      const place = placeOf(text, file)
      if (place) return place
    }
  }
  return placeOfTemplate(name, files)
}

/** Finds the template that puts a name together from parts; if several could, the one that has the most of it. */
function placeOfTemplate(name: string, files: readonly string[]): Place | undefined {
  const found = files.flatMap((file) =>
    templatesIn(file).map((text) => ({
      file,
      text,
      head: text.slice(0, text.indexOf('${')),
      tail: text.slice(text.lastIndexOf('}') + 1),
    })),
  )
  const [best] = found
    .filter(({ head, tail }) => head + tail !== '' && name.startsWith(head) && name.endsWith(tail))
    .toSorted((one, other) => (other.head + other.tail).length - (one.head + one.tail).length)
  return best && placeOf(best.text, best.file)
}

const templatesIn = (file: string): string[] =>
  attempt(() => readFileSync(file, 'utf8'), '')
    .split('`')
    .filter((text) => text.includes('${') && /^(?:[\w-]|\$\{[^{}]*\})+$/.test(text))

function filesIn(folder: string): string[] {
  const path = join(packageFolder(), folder)
  const names = attempt(() => readdirSync(path, { recursive: true, encoding: 'utf8' }), [])
  return names.filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => join(path, name))
}
