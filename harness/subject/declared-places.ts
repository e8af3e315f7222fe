import { packageFolder } from './package-folder.ts'
import { makeRunFolder } from './run-folder.ts'
import { shellQuote } from './shell-quote.ts'
import type { DeclarationParts } from './declaration-schema.ts'
import type { DeclaredAccount } from './declared-accounts.ts'

/**
 * Replaces the placeholders `{tmp}`, a fresh folder of this run, `{node}`, the running Node, and `{package}`, this package's
 * folder.
 */
export interface Places {
  /** Fills in a shell command; quotes values if the shell requires it. */
  inCommand(text: string): string
  inText(text: string): string
  /** The folder that `{tmp}` stands for; undefined if it was not used. The caller removes it. */
  tmp(): string | undefined
}

export function createPlaces(makeTmp: () => string = makeRunFolder): Places {
  let tmp: string | undefined
  const places = {
    tmp: () => (tmp ??= makeTmp()),
    node: () => process.execPath,
    package: packageFolder,
  }
  const fill = (text: string, quote: (path: string) => string) =>
    text.replace(/\{(tmp|node|package)\}([\w./-]*)/g, (_, name: keyof typeof places, rest: string) =>
      quote(places[name]() + rest),
    )
  return {
    inCommand: (text) => fill(text, shellQuote),
    inText: (text) => fill(text, (path) => path),
    tmp: () => tmp,
  }
}

/** Returns the parts with their placeholders filled in. */
export function fillPlaces(parts: DeclarationParts, places: Places): DeclarationParts {
  const { inCommand, inText } = places
  const { start, clock, privateTokens, session, accounts, furtherAccounts } = parts
  const withCommand = <T extends DeclaredAccount | false | undefined>(account: T): T =>
    account && 'otpCommand' in account && typeof account.otpCommand === 'string'
      ? { ...account, otpCommand: inCommand(account.otpCommand) }
      : account
  const operator = privateTokens.operator
  return {
    ...parts,
    ...(start && {
      start: {
        ...start,
        command: inCommand(start.command),
        ...(start.cwd !== undefined && { cwd: inText(start.cwd) }),
        env: Object.fromEntries(Object.entries(start.env).map(([name, value]) => [name, inText(value)])),
      },
    }),
    ...(operator && {
      privateTokens: {
        ...privateTokens,
        operator: {
          ...operator,
          create: inCommand(operator.create),
          ...(operator.show !== undefined && { show: inCommand(operator.show) }),
        },
      },
    }),
    accounts: present({ ...accounts, mfa: withCommand(accounts.mfa), mfa2: withCommand(accounts.mfa2) }),
    furtherAccounts: present({
      ...furtherAccounts,
      mfa: furtherAccounts.mfa?.map(withCommand),
      mfa2: furtherAccounts.mfa2?.map(withCommand),
    }),
    ...(session &&
      session.command !== undefined && {
        session: { ...session, command: inCommand(session.command) },
      }),
    ...(clock.kind === 'command' && { clock: { ...clock, advance: inCommand(clock.advance) } }),
    ...(clock.kind === 'faketime' && { clock: { ...clock, file: inText(clock.file) } }),
  }
}

const present = <T extends object>(parts: T): T =>
  Object.fromEntries(Object.entries(parts).filter(([, one]) => one !== undefined)) as T
