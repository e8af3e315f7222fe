import { createHash } from 'node:crypto'
import { spread } from '../../engine/schedule/spread.ts'
import type { ReportedShard, Shard } from '../../../reports/report.ts'

/**
 * Divides requirements into shards of about equal cost. Never splits a requirement: its verdict, its baseline entry and its
 * skipped cases depend on all of its cases.
 * @param costs exchanges of each requirement in an earlier run
 */
export function planShard(
  ids: readonly string[],
  costs: ReadonlyMap<string, number>,
  { index, count }: Shard,
) {
  const known = ids.flatMap((id) => costs.get(id) ?? [])
  const usual = known.length === 0 ? 1 : known.reduce((sum, cost) => sum + cost, 0) / known.length
  // Adds one, so that requirements without exchanges are spread too.
  const costOf = (id: string) => (costs.get(id) ?? usual) + 1
  const places = spread(new Map(ids.map((id) => [id, costOf(id)])), count)
  const plan = createHash('sha256')
    .update(JSON.stringify([count, [...places].toSorted(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('hex')
    .slice(0, 16)
  return {
    /** Ids of the requirements of this shard, in the given order. */
    own: ids.filter((id) => places.get(id) === index - 1),
    /** Ids of the requirements of other shards. */
    elsewhere: ids.filter((id) => places.get(id) !== index - 1),
    shard: { index, count, plan } satisfies ReportedShard,
  }
}
