import type { Clock } from '../../common/clock.ts'
import type { Composition } from '../../changes/composition.ts'
import type { Journal } from '../journal/journal.ts'

/** What the control port can see and change. */
export interface Control {
  composition: Composition
  clock: Clock
  journal: Journal
  /** Base URL of the server under control. */
  url(): string
}
