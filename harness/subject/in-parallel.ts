/** Does the work for each, in their order, and for at most `count` of them at the same time. */
export async function inParallel<T>(
  all: readonly T[],
  count: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const one of left) await work(one)
    }),
  )
}
