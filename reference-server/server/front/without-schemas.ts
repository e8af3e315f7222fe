/**
 * In place of the framework's compilers for the schemas of requests and answers, where there are none: what it brings
 * takes a tenth of the server's start to load.
 */
export const withoutSchemas = {
  buildValidator(): never {
    throw new Error('a route has a schema; leave out withoutSchemas.buildValidator')
  },
  buildSerializer(): never {
    throw new Error('an answer has a schema; leave out withoutSchemas.buildSerializer')
  },
}
