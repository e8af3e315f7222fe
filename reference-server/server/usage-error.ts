/** An option that cannot be. The message names the fix. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A name that no defect or variation has. The message suggests the nearest. */
export class UnknownName extends UsageError {
  override name = 'UnknownName'
}
