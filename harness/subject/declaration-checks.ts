import type { DeclarationParts } from './declaration-schema.ts'
import type { PathProblem } from './declaration-problems.ts'
import { isInsideQuotes, isPlainWord } from './fill-command.ts'

/** What is wrong between parts that are right alone. */
export function checkTogether(parts: DeclarationParts): PathProblem[] {
  const { baseUrl, start, container, clock } = parts
  const problems: PathProblem[] = []
  if (baseUrl === undefined && start === undefined && container === undefined) {
    problems.push({
      path: [],
      message: 'names no server: add baseUrl, start or container, or give --base-url URL',
    })
  }
  if (start?.readyUrl !== undefined && baseUrl === undefined) {
    problems.push({
      path: ['baseUrl'],
      message: 'is missing: with start.readyUrl no ready line is read; add it',
    })
  }
  const printsAddress = start !== undefined && start.readyUrl === undefined
  if (
    clock.kind === 'control' &&
    clock.url === undefined &&
    !printsAddress &&
    container?.controlPort === undefined
  ) {
    problems.push({ path: ['clock', 'url'], message: 'is missing; add it' })
  }
  return [...problems, ...checkOperator(parts)]
}

/** A name that a shell might read as a command is put into an operator's command only as a word of its own. */
function checkOperator({ privateTokens }: DeclarationParts): PathProblem[] {
  const { operator, plain, mfa } = privateTokens
  if (!operator) return []
  const declared = [operator.createFor, plain && plain.username, mfa && mfa.username]
  const names = declared.filter((name) => typeof name === 'string')
  const odd = names.find((name) => !isPlainWord(name))
  if (odd === undefined) return []
  if (names.some((name) => name.includes('\0'))) {
    const message =
      'is run for a user whose name holds a zero character, which no command takes; name another user'
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
