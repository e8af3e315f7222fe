import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../common/attempt.ts'
import { machineTime } from '../common/clock.ts'
import type { Random } from '../common/random.ts'
import { UsageError } from '../common/usage-error.ts'
import type { Collection } from '../domain/collection.ts'

/** A folder with a younger time stamp may change again without showing it: file systems stamp in ticks of up to 10 ms. */
const freshMilliseconds = 50

/**
 * Creates a collection with one file per record in `folder`, shared by every process that opens it. A record is written
 * to a temporary file and then linked to its final name: of any number of creators one wins, a reader never sees half a
 * record, and a killed writer leaves neither a lock nor a torn file. Throws file-system errors if the folder cannot be
 * read or written, and UsageError for a file that is not JSON or lacks one of `fields`.
 */
export function createFolderCollection<T>(
  folder: string,
  fields: readonly (keyof T & string)[],
  random: Random,
): Collection<T> {
  makeFolder(folder)
  let snapshot: readonly T[] = []
  let stamp = ''

  // The file system stamps with the machine's time, which may differ from the server's movable one.
  const read = () => {
    const scannedAt = machineTime()
    const { mtimeNs, mtimeMs } = fs.statSync(folder, { bigint: true })
    const seen = String(mtimeNs)
    if (seen === stamp) return
    snapshot = fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => readRecord<T>(join(folder, name), fields))
    stamp = scannedAt - Number(mtimeMs) > freshMilliseconds ? seen : ''
  }

  const write = (record: T): string => {
    const path = join(folder, `${random(12).toString('hex')}.new`)
    const file = fs.openSync(path, 'wx', 0o600)
    try {
      fs.writeFileSync(file, JSON.stringify(record))
      fs.fsyncSync(file)
    } catch (error) {
      fs.unlinkSync(path)
      throw error
    } finally {
      fs.closeSync(file)
    }
    return path
  }

  return {
    all() {
      read()
      return snapshot
    },
    get(key) {
      try {
        return readRecord<T>(placeOf(folder, key), fields)
      } catch (error) {
        if (isCode(error, 'ENOENT') || isCode(error, 'ENAMETOOLONG')) return undefined
        throw error
      }
    },
    create(key, record) {
      const written = write(record)
      try {
        fs.linkSync(written, placeOf(folder, key))
        return true
      } catch (error) {
        if (isCode(error, 'EEXIST')) return false
        throw error
      } finally {
        fs.unlinkSync(written)
      }
    },
    replace(key, record) {
      fs.renameSync(write(record), placeOf(folder, key))
    },
  }
}

/** Files are written atomically: one that is not JSON, or not a record, was edited. */
function readRecord<T>(path: string, fields: readonly string[]): T {
  if (fs.statSync(path).isDirectory()) throw new UsageError(`${path} is a folder; remove it`)
  const text = fs.readFileSync(path, 'utf8')
  const record = attempt(() => JSON.parse(text) as unknown)
  if (record === undefined) throw new UsageError(`${path} is not JSON; fix or remove it`)
  const absent = fields.find((name) => !Object.hasOwn(Object(record) as object, name))
  if (absent !== undefined) throw new UsageError(`${path} has no ${absent}; fix or remove it`)
  return record as T
}

/** Hexadecimal, so that no key can leave the folder and no file system can treat two keys as the same. */
const placeOf = (folder: string, key: string) => join(folder, `${Buffer.from(key).toString('hex')}.json`)

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** Like mkdir's `recursive`, which never returns for a path under /proc. */
function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (isCode(error, 'EEXIST') && fs.statSync(folder).isDirectory()) return
    if (!isCode(error, 'ENOENT') || dirname(folder) === folder || fs.existsSync(dirname(folder))) throw error
    makeFolder(dirname(folder))
    fs.mkdirSync(folder, { mode: 0o700 })
  }
}
