import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Point {
  testResults: Record<string, Result>
}

/**
 * True if the newest entry of a history file is from the same run as these results: a page that is built twice must not look
 * like two runs. A missing file has no entry.
 *
 * @throws Error if the file is not an Allure history, with one JSON object per line
 */
export function isNewestOf(historyPath: string, resultsDir: string): boolean {
  const newest = lastPoint(historyPath)
  if (newest === undefined) return false
  // Compares names and times, because Allure makes its own ids.
  const known = new Set(
    Object.values(newest.testResults).map(({ fullName, start }) => `${fullName} ${start}`),
  )
  return readdirSync(resultsDir)
    .filter((name) => name.endsWith('-result.json'))
    .some((name) => {
      const { fullName, start } = JSON.parse(readFileSync(join(resultsDir, name), 'utf8')) as Result
      return known.has(`${fullName} ${start}`)
    })
}

interface Result {
  fullName: string
  /** Milliseconds since 1970. */
  start: number
}

function lastPoint(historyPath: string): Point | undefined {
  const line = textOf(historyPath).trimEnd().split('\n').at(-1)
  if (line === undefined || line === '') return undefined
  const problem = `${historyPath} is not an Allure history: name another file, or remove it`
  try {
    const point = JSON.parse(line) as Partial<Point>
    if (typeof point.testResults === 'object') return point as Point
  } catch (cause) {
    throw new Error(problem, { cause })
  }
  throw new Error(problem)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
