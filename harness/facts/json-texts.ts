import { once } from './once.ts'

/**
 * Returns all strings in a JSON value, in document order. Leaves out numbers and booleans, because an error code may look
 * like an id. Handles any depth, because a server may nest a value deeper than the stack allows.
 */
export function texts(value: unknown): string[] {
  const found: string[] = []
  visit(value, (one) => {
    if (typeof one === 'string') found.push(one)
    return true
  })
  return found
}

/** True if the body has an empty array somewhere that could be the list. */
export const hasEmptyArray = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && holdsEmptyArray(body)

const holdsEmptyArray = once((body: object): boolean => {
  let found = false
  visit(body, (one) => {
    if (!Array.isArray(one)) return true
    found ||= one.length === 0
    return false
  })
  return found
})

/**
 * True if the body has an array of texts or of arrays somewhere, or an object of objects: these may be usernames, rows with
 * one in each, or records that are each under a username.
 */
export function mayHoldNames(body: unknown): boolean {
  let found = false
  visit(body, (one) => {
    const isList = Array.isArray(one)
    const members: unknown[] = typeof one === 'object' && one !== null ? Object.values(one) : []
    found ||= members.length > 0 && members.every(isList ? isNameOrRow : isFilledObject)
    return !found
  })
  return found
}

const isNameOrRow = (item: unknown) => typeof item === 'string' || Array.isArray(item)
const isFilledObject = (item: unknown) =>
  typeof item === 'object' && item !== null && !Array.isArray(item) && Object.keys(item).length > 0

/** Visits a value and everything in it; does not visit what is inside a value for which `enter` returns false. */
function visit(value: unknown, enter: (one: unknown) => boolean): void {
  const open = [{ inner: [value], at: 0 }]
  for (let last = open[0]; last !== undefined; last = open.at(-1)) {
    if (last.at === last.inner.length) {
      open.pop()
      continue
    }
    const one = last.inner[last.at++]
    if (!enter(one) || typeof one !== 'object' || one === null) continue
    open.push({ inner: Array.isArray(one) ? one : Object.values(one), at: 0 })
  }
}
