import type { JudgeOptions } from './judge-options.ts'

/** The options of `conformance self-test`; `only`: names of defects and variations, or of groups of them. */
export interface SelfTestOptions extends Pick<
  JudgeOptions,
  'only' | 'shard' | 'jobs' | 'seed' | 'runs' | 'json'
> {
  /** Judge each defect and variation in a server of its own. */
  alone: boolean
  /** Write the kill matrix to this file without running anything. */
  matrix?: string
}
