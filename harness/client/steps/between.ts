/** Does `work` between two valid requests. */
export async function between(accepted: () => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  await accepted()
  await work()
  await accepted()
}
