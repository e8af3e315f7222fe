import type { Declaration } from '../subject/declaration/declaration.ts'
import { declaredSecrets } from '../subject/declaration/declared-secrets.ts'

const shortestMasked = 8

/** Cached because they are needed for every request. */
const declaredValues = new WeakMap<Declaration, readonly string[]>()

/** True for an invalid credential that differs from a valid one only in part: a server may repeat it in an answer. */
export function isMadeOfDeclared(declaration: Declaration, tried: string): boolean {
  let values = declaredValues.get(declaration)
  if (!values) {
    values = declaredSecrets(declaration).map(({ value }) => value)
    declaredValues.set(declaration, values)
  }
  return values.some((value) => {
    const shared =
      sharedFrom(tried, value, (index) => index) + sharedFrom(tried, value, (index) => -1 - index)
    return tried !== value && shared >= shortestMasked && shared >= value.length / 2
  })
}

function sharedFrom(one: string, other: string, at: (index: number) => number): number {
  let index = 0
  while (index < one.length && one.at(at(index)) === other.at(at(index))) index++
  return index
}
