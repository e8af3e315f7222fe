import type { DeclarationParts } from './declaration-schema.ts'
import type { PathProblem } from './declaration-problems.ts'
import { isInsideQuotes, isPlainWord } from './fill-command.ts'

/** Finds problems between parts that are valid on their own. */
export function checkTogether(parts: DeclarationParts): PathProblem[] {
  const { baseUrl, start, container, clock } = parts
  const problems: PathProblem[] = []
  const wrong = (path: string[], message: string) => void problems.push({ path, message })
  if (baseUrl === undefined && start === undefined && container === undefined)
    wrong([], 'names no server: add baseUrl, start or container, or give --base-url URL')
  if (start?.readyUrl !== undefined && baseUrl === undefined)
    wrong(['baseUrl'], 'is missing: with start.readyUrl no ready line is read; add it')
  const printsAddress =
    (start !== undefined && start.readyUrl === undefined) || container?.controlPort !== undefined
  if (clock.kind === 'control' && clock.url === undefined && !printsAddress)
    wrong(['clock', 'url'], 'is missing; add it')
  return [...problems, ...checkReplicas(parts), ...checkOperator(parts)]
}

/** If there are several servers, each needs its own address, clock and commands. */
function checkReplicas(parts: DeclarationParts): PathProblem[] {
  const { replicas, baseUrl, start, container, clock, privateTokens } = parts
  if (replicas === 1) return []
  if (!start && !container)
    return [{ path: ['replicas'], message: 'needs start or container, which starts each of them' }]
  const problem = (path: string[], fix: string) => [
    { path, message: `can't be combined with replicas: all replicas would share it; ${fix}` },
  ]
  const { operator } = privateTokens
  const commands: [path: string[], command: string | undefined][] = [
    [['clock', 'advance'], clock.kind === 'command' ? clock.advance : undefined],
    [['clock', 'file'], clock.kind === 'faketime' ? clock.file : undefined],
    ...(['create', 'show'] as const).map((field): [string[], string | undefined] => [
      ['privateTokens', 'operator', field],
      operator ? operator[field] : undefined,
    ]),
  ]
  return [
    ...(baseUrl === undefined
      ? []
      : problem(['baseUrl'], 'remove it, and let the ready line give the address')),
    ...(clock.kind === 'control' && clock.url !== undefined
      ? problem(['clock', 'url'], 'remove it, and let the ready line give the address')
      : []),
    ...commands.flatMap(([path, command]) =>
      command === undefined || command.includes('{tmp}')
        ? []
        : problem(path, 'tell the servers apart by {tmp}, which is a separate folder for each'),
    ),
  ]
}

/** A username that a shell might read as code may only be inserted into an operator's command as a separate word. */
function checkOperator({ privateTokens }: DeclarationParts): PathProblem[] {
  const { operator, plain, mfa } = privateTokens
  if (!operator) return []
  const declared = [operator.createFor, plain && plain.username, mfa && mfa.username]
  const names = declared.filter((name) => typeof name === 'string')
  const odd = names.find((name) => !isPlainWord(name))
  if (odd === undefined) return []
  if (names.some((name) => name.includes('\0'))) {
    const message =
      'is run for a user whose name contains a zero character, which no command accepts; name another user'
    return [{ path: ['privateTokens', 'operator'], message }]
  }
  return (['create', 'show'] as const).flatMap((field) => {
    if (!isInsideQuotes(operator[field] ?? '', 'username')) return []
    const message =
      `has {username} inside quotes with other text, where a shell may run a part of the name ${JSON.stringify(odd)}; ` +
      'write it outside of them: "user="{username}, or declare a user with a plain name'
    return [{ path: ['privateTokens', 'operator', field], message }]
  })
}
