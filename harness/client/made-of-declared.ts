import type { Declaration } from '../subject/declaration.ts'
import { declaredSecrets } from '../subject/declared-secrets.ts'

const shortestMasked = 8

/** Looked up for every request. */
const declaredValues = new WeakMap<Declaration, readonly string[]>()

/** A wrong credential that is a valid one but for a part of it: a server may repeat it. */
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
