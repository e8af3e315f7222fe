import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError } from '../../subject/subject-error.ts'
import { isFolder, usualFolder } from '../files/prepare-output.ts'

/** Shows a file in the user's browser. Resolves to false if there is no browser. */
export type Opener = (file: string) => Promise<boolean>

/** `conformance open`: prints the path of a run's page, and shows it in the browser. */
export async function open(place: string | undefined, show: Opener = showInBrowser()): Promise<number> {
  const page = resolve(pageAt(place ?? usualFolder))
  process.stdout.write(`${page}\n`)
  if (!(await show(page)) && process.stdout.isTTY)
    process.stdout.write('No browser could be opened here: open this file in yours.\n')
  return 0
}

function pageAt(place: string): string {
  const page = isFolder(place) ? join(place, 'report.html') : place
  if (existsSync(page) && page.endsWith('.html')) return page
  if (existsSync(page))
    throw new UsageError(`${page} is not a page; name a report.html, or the folder that contains it`)
  const report = join(place, 'report.json')
  const fix = existsSync(report)
    ? `write it with "conformance report --from ${report} --format html"`
    : 'run conformance first, or name the folder of its reports'
  throw new UsageError(`${page} is not there: ${fix}`)
}

/** Returns how a desktop opens a file; undefined if there is no desktop. */
export function openerFor(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): ((file: string) => [program: string, ...args: string[]]) | undefined {
  if (platform === 'darwin') return (file) => ['open', file]
  // "start" takes the first quoted word as a window title.
  if (platform === 'win32') return (file) => ['cmd', '/d', '/s', '/c', `"start "" "${file}""`]
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? (file) => ['xdg-open', file] : undefined
}

function showInBrowser(): Opener {
  const lineOf = openerFor(process.platform, process.env)
  return async (file) => {
    if (lineOf === undefined) return false
    const [program, ...args] = lineOf(file)
    const child = spawn(program, args, { stdio: 'ignore', detached: true, windowsVerbatimArguments: true })
    child.unref()
    return await new Promise((settle) => {
      child.once('spawn', () => settle(true)).once('error', () => settle(false))
    })
  }
}
