import type { Requirement } from '../catalogue/types.ts'

/** The list of users, the one resource that the specification names. */
export const users = {
  'users.json': {
    level: 'must',
    statement: 'The user list is answered as `application/json`, whichever of the four methods asks.',
    source: {
      section: 'Endpoints',
      quote: 'All bodies are JSON; the content type header is `Content-Type: application/json`',
    },
    also: [
      {
        section: 'Service API: authentication and user listing',
        quote: 'web service with an HTTP JSON API',
      },
    ],
    reading: 'The request sends `Accept: application/json`. Parameters of the content type are free.',
  },
  'users.records': {
    level: 'must',
    statement: 'The user list holds records of users, whichever of the four methods asks.',
    source: { section: 'Authentication', quote: 'Four methods are supported' },
    also: [
      { section: 'What the service does', quote: 'calls resource endpoints with them' },
      {
        section: 'What the service does',
        quote: 'The only resource endpoint named is the list of users',
      },
      {
        section: 'Endpoints',
        quote: 'GET | `{base_url}/api/users/v1/users/` | none; authentication header | list of users',
      },
      {
        section: 'Endpoints',
        quote: 'GET | `{base_url}/api/v1/users/users/` | none; authentication header | list of users',
      },
    ],
    reading:
      'A family that the declaration claims must be there; without a claim, a list that answers 404, 405, 410 or a redirect that may not be followed counts as one that the server does not have. Records are objects in an array, or in an object that has each under its ID, at any depth and under any name, in any order, paged or not, with any fields. The first page is judged, with an account that has the right to read it.',
  },
  'users.same-list': {
    level: 'should',
    statement: 'The same user gets the same list by every method.',
    source: { section: 'Authentication', quote: 'Four methods are supported' },
    reading:
      'The methods are ways to say who asks, so the answer depends on the user alone; the specification does not say it. Compared are sets of records, less what differs between two reads by one method.',
  },
} as const satisfies Record<`users.${string}`, Requirement>
