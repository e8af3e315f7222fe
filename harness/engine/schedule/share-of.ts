import type { Shard } from '../../../reports/report.ts'

/** Every n-th, so that what costs alike, such as questions of one topic, goes to different shards or servers. */
export const shareOf = <T>(all: readonly T[], shard: Shard | undefined): T[] =>
  all.filter((_, index) => shard === undefined || index % shard.count === shard.index - 1)
