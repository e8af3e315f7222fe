/**
 * Replaces the framework's compilers for request and response schemas, of which there are none: loading them
 * takes a tenth of the server's start.
 */
export const withoutSchemas = {
  buildValidator(): never {
    throw new Error('a route has a schema; leave out withoutSchemas.buildValidator')
  },
  buildSerializer(): never {
    throw new Error('an answer has a schema; leave out withoutSchemas.buildSerializer')
  },
}
