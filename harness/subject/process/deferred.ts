/** A promise that is settled from outside. Node 20 has no Promise.withResolvers. */
export interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(reason: unknown): void
}

export function createDeferred<T>(): Deferred<T> {
  let settle: Pick<Deferred<T>, 'resolve' | 'reject'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  if (!settle) throw new Error('unreachable: a promise calls its executor at once')
  return { promise, ...settle }
}
