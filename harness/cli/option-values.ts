import { InvalidArgumentError } from 'commander'

/** Words between commas, added to those given before. */
export function words(value: string, before: string[]): string[] {
  const named = value
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (named.length === 0) throw new InvalidArgumentError('It must name something.')
  return [...before, ...named]
}

/** A whole number of at most ten digits. */
export const wholeNumber = (least: number) => (value: string) => {
  if (/^\d{1,10}$/.test(value) && Number(value) >= least) return Number(value)
  throw new InvalidArgumentError(`It must be a whole number from ${least}, of ten digits at most.`)
}
