/** Thrown for an invalid option. The message names the fix. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Thrown for an unknown defect or variation. The message suggests the most similar name. */
export class UnknownName extends UsageError {
  override name = 'UnknownName'
}
