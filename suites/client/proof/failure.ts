/** Thrown if an operation fails, with the reason. */
export class Failure extends Error {
  override name = 'Failure'
}
