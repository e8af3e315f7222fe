/** The operation failed, for this reason. */
export class Failure extends Error {
  override name = 'Failure'
}
