import type { Trace } from './trace.ts'

/** @throws Violation if something was granted behind an answer that granted nothing */
export async function judgeWhatFollowed(followed: Trace['followed']): Promise<void> {
  await Promise.all(followed.map(({ ended }) => ended()))
  for (const { judge } of followed) judge()
}
