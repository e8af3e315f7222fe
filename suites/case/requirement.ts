import { createRequirement, type Case } from '../../harness/engine/case/registry.ts'
import type { RequirementId } from '../catalogue/index.ts'

/** Every case of the suites, by id, in the order of definition. */
export const cases = new Map<string, Case>()

/** Defines a case of one requirement; a misspelt id doesn't compile. */
export const requirement = createRequirement<RequirementId>(cases)
