import { mapTexts } from './map-texts.ts'
import { packageFolder } from '../files/package-folder.ts'
import { makeRunFolder } from '../files/run-folder.ts'
import { shellQuote } from '../process/shell-quote.ts'

/** Fields with a shell command. */
const commands = new Set([
  'start.command',
  'privateTokens.operator.create',
  'privateTokens.operator.show',
  'clock.advance',
  'session.command',
  'accounts.mfa.otpCommand',
  'accounts.mfa2.otpCommand',
])
/** Further fields with placeholders. */
const placed = /^(?:start\.cwd|start\.env\..+|clock\.file)$/

/** The field at a path, without the places of accounts in a list. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  path
    .filter((step) => typeof step !== 'number')
    .join('.')
    .replace(/^furtherAccounts\./, 'accounts.')

/** True for the path of a shell command. The shell substitutes its variables, so that its arguments contain no secrets. */
export const isCommand = (path: readonly PropertyKey[]): boolean => commands.has(fieldAt(path))

/**
 * Replaces the placeholders `{tmp}`, a fresh folder of this run, `{node}`, the running Node, and `{package}`, this package's
 * folder; in a shell command, quotes them if the shell requires it.
 * @returns also the folder that `{tmp}` stands for; undefined if it was not used. The caller removes it
 */
export function fillPlaces<T>(
  parts: T,
  makeTmp: () => string = makeRunFolder,
): { parts: T; tmp: string | undefined } {
  let tmp: string | undefined
  const places = { tmp: () => (tmp ??= makeTmp()), node: () => process.execPath, package: packageFolder }
  const fill = (text: string, quote: (place: string) => string) =>
    text.replace(/\{(tmp|node|package)\}([\w./-]*)/g, (_, name: keyof typeof places, rest: string) =>
      quote(places[name]() + rest),
    )
  const filled = mapTexts(parts, (text, path) => {
    if (isCommand(path)) return fill(text, shellQuote)
    return placed.test(fieldAt(path)) ? fill(text, (place) => place) : text
  })
  return { parts: filled, tmp }
}
