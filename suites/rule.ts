/** A place in the specification: a heading, and words that appear verbatim below it. */
export interface Source {
  /** The heading without any part in parentheses; for text above the first heading, the title of the document. */
  section: string
  /** Verbatim, on one line, markup included. */
  quote: string
}

/** Words of the specification that are under this heading. */
export const under = (section: string, quote: string): Source => ({ section, quote })

/** A rule of the specification that can be seen from outside to be kept or broken. */
export interface Requirement {
  /** `must`: the specification states it. `should`: it follows from a reading, or from the HTTP-signature draft. */
  level: 'must' | 'should'
  /** The rule in our words: one sentence. */
  statement: string
  source: Source
  /** Further places that state the same rule. */
  also?: readonly Source[]
  /** What an ambiguous quote was taken to mean, and what cases may therefore not assume. */
  reading?: string
  excluded?: never
}

/** A sentence of the specification that no test from outside can show to be kept or broken. */
export interface Excluded {
  statement: string
  source: Source
  also?: readonly Source[]
  /** Why no case can judge it. */
  excluded: string
  level?: never
}

/** Something the specification leaves open: measured if possible, never judged. */
export interface OpenQuestion {
  question: string
  source: Source
  also?: readonly Source[]
  /** What the measurement rests on. */
  reading?: string
  /** Requirements next to which reports also show the answer, since it tells by how much they are kept or broken. */
  shownWith?: readonly string[]
  /** Why it is not measured; absent if it is. */
  excluded?: string
  level?: never
}
