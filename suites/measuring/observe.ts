import { createObservation, type Measurement } from '../../harness/engine/case/observation.ts'
import type { OpenQuestionId } from '../catalogue/index.ts'

/** How each open question is measured, by id, in the order of measurement. */
export const observations = new Map<string, Measurement>()

/** Defines how to measure one open question; a misspelt id doesn't compile. */
export const observation = createObservation<OpenQuestionId>(observations)
