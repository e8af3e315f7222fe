import type { Shard } from '../../../reports/report.ts'

/** Every n-th, so that questions of one topic, which cost alike, go to different shards or servers. */
export const shareOf = <T>(all: readonly T[], shard: Shard | undefined): T[] =>
  all.filter((_, index) => shard === undefined || index % shard.count === shard.index - 1)
