/** A promise that is settled from outside. Node 20 has no Promise.withResolvers. */
export interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(reason: unknown): void
}

export function createDeferred<T>(): Deferred<T> {
  const deferred = {} as Deferred<T>
  deferred.promise = new Promise<T>((resolve, reject) => Object.assign(deferred, { resolve, reject }))
  return deferred
}
