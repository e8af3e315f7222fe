import { createObservation, type Measurement } from '../harness/engine/observation.ts'
import type { OpenQuestionId } from './catalogue/index.ts'

/** How each open question is measured, by id, in the order in which they are. */
export const observations = new Map<string, Measurement>()

/** Measures one open question; a misspelt id does not compile. */
export const observation = createObservation<OpenQuestionId>(observations)
