import type { Trace } from '../../run/trace.ts'

/** @throws Violation if something was granted after an answer that granted nothing, on its connection or in its body */
export async function judgeWhatFollowed(followed: Trace['followed']): Promise<void> {
  await Promise.all(followed.map(({ ended }) => ended()))
  for (const { judge } of followed) judge()
}
