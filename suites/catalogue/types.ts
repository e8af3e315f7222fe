/** Where the specification says something: a heading, and words that stand below it exactly so. */
export interface Source {
  /** Heading without what it has in parentheses; the title of the document for what stands above the first heading. */
  section: string
  /** Word for word, on one line, markup included. */
  quote: string
}

/** One rule of the specification that can be seen to be kept or broken from outside. */
export interface Requirement {
  /** `must`: the specification states it. `should`: it is inferred by a reading, or from the HTTP-signature draft. */
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

/** A sentence of the specification that nothing outside the server can show to be kept or broken. */
export interface Excluded {
  statement: string
  source: Source
  also?: readonly Source[]
  /** Why no case can judge it. */
  excluded: string
  level?: never
}

/** Something the specification leaves open: measured where it can be, never judged. */
export interface OpenQuestion {
  question: string
  source: Source
  also?: readonly Source[]
  /** What the measurement rests on. */
  reading?: string
  /** Requirements beside which the answer is shown too, since it says by how much they are kept or broken. */
  shownWith?: readonly string[]
  /** Why it is not measured; absent where it is. */
  excluded?: string
  level?: never
}
