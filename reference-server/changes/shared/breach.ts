import type { Breach } from '../change.ts'

/** Rules that the specification states. */
export const must = (...requirements: string[]): Breach[] =>
  requirements.map((requirement) => ({ requirement, level: 'must' }))

/** Rules that follow from a reading. */
export const should = (...requirements: string[]): Breach[] =>
  requirements.map((requirement) => ({ requirement, level: 'should' }))
