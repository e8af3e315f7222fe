/**
 * Replaces the framework's compilers for request and response schemas, since there are none: loading the compilers takes
 * a tenth of the server's start.
 */
export const withoutSchemas = {
  buildValidator(): never {
    throw new Error('a route has a schema; leave out withoutSchemas.buildValidator')
  },
  buildSerializer(): never {
    throw new Error('an answer has a schema; leave out withoutSchemas.buildSerializer')
  },
}
