import { type Excluded, under } from '../rule.ts'

/** Sentences that no request, response or operator command can show to be kept or broken. */
export const excluded = {
  'excluded.scope-of-document': {
    statement: 'The document covers the whole published interface.',
    source: under(
      'Service API: authentication and user listing',
      'This document covers the whole published interface of the service',
    ),
    excluded: 'It is about the document, not about a server.',
  },
  'excluded.base-address': {
    statement: 'Every path is under one base address.',
    source: under('Service API: authentication and user listing', 'Base address: {base_url}.'),
    excluded: 'The operator gives the base address; every case uses it, and none could be judged without it.',
  },
  'excluded.callers': {
    statement: 'Programs and a browser front end use the API.',
    source: under(
      'What the service does',
      'The service exposes an HTTP API used by programs and by a browser front end',
    ),
    excluded: 'Who calls a server is not a property of the server.',
  },
  'excluded.key-created-in-advance': {
    statement: 'An access key is created before it is used.',
    source: under('Access key', 'The key is created in advance'),
    excluded: 'When a key was created can’t be seen from outside; the cases use existing keys.',
  },
  'excluded.key-known-to-both': {
    statement: 'The requester and the server both know the access key.',
    source: under('Access key', 'Both the requester and the server know it'),
    excluded:
      'What a server knows shows only in what it does, which the requirements on signatures judge. Where it keeps the secret can’t be seen.',
  },
  'excluded.private-token-not-web': {
    statement: 'No web page creates a private token.',
    source: under('Private token', 'It is not created through the web interface'),
    also: [
      under(
        'Private token',
        'Created only from the server command line, never through the web interface, for security reasons',
      ),
    ],
    excluded: 'No number of requests can show that no page of an unknown web interface does this.',
  },
  'excluded.order-of-families': {
    statement: 'Older reference material uses the older path family, later material the newer one.',
    source: under(
      'Versioning',
      'The older login path family appears in the older reference material and the newer one in later material',
    ),
    excluded:
      'It is about documents, not about a server; which families a server has is declared or detected.',
  },
} as const satisfies Record<`excluded.${string}`, Excluded>
