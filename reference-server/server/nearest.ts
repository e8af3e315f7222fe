import { closest } from 'fastest-levenshtein'

/** The one of `names` that is most like `name`; undefined where there are none. */
export const nearest = (name: string, names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : closest(name, names)
