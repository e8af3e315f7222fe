import { type Requirement, under } from '../rule.ts'

/** The list of users, the one resource that the specification names. */
export const users = {
  'users.json': {
    level: 'must',
    statement: 'The user list is returned as `application/json` with each of the four methods.',
    source: under(
      'Endpoints',
      'All bodies are JSON; the content type header is `Content-Type: application/json`',
    ),
    also: [under('Service API: authentication and user listing', 'web service with an HTTP JSON API')],
    reading: 'The request sends `Accept: application/json`. Content-type parameters are allowed.',
  },
  'users.records': {
    level: 'must',
    statement: 'The user list contains user records with each of the four methods.',
    source: under('Authentication', 'Four methods are supported'),
    also: [
      under('What the service does', 'calls resource endpoints with them'),
      under('What the service does', 'The only resource endpoint named is the list of users'),
      under(
        'Endpoints',
        'GET | `{base_url}/api/users/v1/users/` | none; authentication header | list of users',
      ),
      under(
        'Endpoints',
        'GET | `{base_url}/api/v1/users/users/` | none; authentication header | list of users',
      ),
    ],
    reading:
      'A family that the declaration lists must exist. If it lists none, a family whose list returns 404, 405, 410 or a redirect that must not be followed counts as absent. Records are objects in an array, or in an object with each record under its ID, or else usernames or rows in an array, at any depth and under any key, in any order, paged or not, with any fields. Only the first page is judged, with an account that may read it.',
  },
  'users.same-list': {
    level: 'should',
    statement: 'The same user gets the same list with every method.',
    source: under('Authentication', 'Four methods are supported'),
    reading:
      'The methods only identify the user, so the response depends on the user alone; the specification does not say so. The suite compares which users are listed and the names of their fields, ignoring what differs between two reads with the same method. The users are the same if a field that tells them apart has the same values. Other values may differ: one may name the method, or a cache may have kept what one method got.',
  },
} as const satisfies Record<`users.${string}`, Requirement>
