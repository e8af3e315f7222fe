import type { Variation } from '../change.ts'
import { listVariations } from './list.ts'

/** Every variation. One file per topic; a name is unique over all of them. */
export const variations: readonly Variation[] = [...listVariations]
