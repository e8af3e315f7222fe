import { closest } from 'fastest-levenshtein'

/** Returns the one of `names` that is most similar to `name`; undefined if there are none. */
export const nearest = (name: string, names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : closest(name, names)
