import type { Apply, Breach, Defect } from '../change.ts'

/** Rules that the specification states. */
export const must = (...requirements: string[]): Breach[] =>
  requirements.map((requirement) => ({ requirement, level: 'must' }))

/** Rules that follow from a reading. */
export const should = (...requirements: string[]): Breach[] =>
  requirements.map((requirement) => ({ requirement, level: 'should' }))

/** Returns a function that makes defects which all break the same rules, and are alike in what `all` says. */
export const breaking =
  (breaks: readonly Breach[], all: Partial<Defect> = {}) =>
  (summary: string, apply: Apply, rest: Partial<Defect> = {}): Defect => ({
    summary,
    breaks,
    ...all,
    ...rest,
    apply,
  })
