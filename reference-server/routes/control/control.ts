import type { Clock } from '../../clock.ts'
import type { Composition } from '../../composition.ts'
import type { Journal } from '../../journal/journal.ts'

/** What the control port may see and change. */
export interface Control {
  composition: Composition
  clock: Clock
  journal: Journal
  /** Base URL of the server under control. */
  url(): string
}
