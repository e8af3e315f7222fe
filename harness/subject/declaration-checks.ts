import type { DeclarationParts } from './declaration-schema.ts'
import type { PathProblem } from './declaration-problems.ts'

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
  return problems
}
