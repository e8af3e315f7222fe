import type { Shard } from '../../reports/report.ts'

/** The options of `conformance self-test`. */
export interface SelfTestOptions {
  /** Names of defects and variations, or of groups of them; empty: all. */
  only: string[]
  shard?: Shard
  jobs?: number
  seed?: number
  runs?: number
  /** Judge each defect and variation in a server of its own. */
  alone: boolean
  json: boolean
  /** Write the kill matrix to this file without running anything. */
  matrix?: string
}
