import { type Requirement, under } from '../rule.ts'

/** The permanent token that an operator creates. */
export const privateToken = {
  'private-token.accepted': {
    level: 'must',
    statement: 'A private token sent as `Authorization: Token <token>` gives access to the user list.',
    source: under('Authentication', 'header `Authorization: Token <PRIVATE_TOKEN>`'),
    also: [under('Private token', 'Sent with the scheme word `Token` (not `Bearer`)')],
  },
  'private-token.not-bearer': {
    level: 'must',
    statement: 'A private token sent with the scheme word `Bearer` does not give access to the user list.',
    source: under('Private token', 'Sent with the scheme word `Token` (not `Bearer`)'),
  },
  'private-token.spares-second-step': {
    level: 'must',
    statement:
      'The private token of an account with a second factor gives access to the user list without a one-time code.',
    source: under('Private token', 'Using it avoids the second authentication step'),
  },
  'private-token.permanent': {
    level: 'must',
    statement: 'A private token does not expire: it still works a day, a year and ten years later.',
    source: under('Private token', 'A permanent token string, one per user'),
    also: [under('Limits', 'Private token validity | permanent')],
    reading:
      'Judged only if the server’s clock can be moved that far. A rejection counts against the server only while another credential of the same account is accepted.',
  },
  'private-token.created-by-operator': {
    level: 'must',
    statement: 'The operator’s command creates a private token that gives access to the user list.',
    source: under('Private token', 'It is created through a server-side command line by an operator'),
    reading:
      'Judged by running the declared command for a user who has no private token yet. A command that fails twice breaks the rule if the show command works and shows that the user still has no token. If the command can’t be run, or is killed, the case is inconclusive.',
  },
  'private-token.second-creation-fails': {
    level: 'must',
    statement:
      'Creating a private token for a user who already has one fails on the operator’s command line.',
    source: under(
      'Private token',
      'Creating it again when one exists fails, and the existing one is read instead',
    ),
    also: [under('Errors', 'Private token creation when one exists')],
    reading:
      'Failing means exiting with a code other than 0. It counts only if the command created a token earlier in the run, because a misspelt command fails too. A command that exits 0 without printing a working token is inconclusive.',
  },
  'private-token.second-creation-keeps': {
    level: 'must',
    statement:
      'After an attempt to create a second private token, the existing one still gives access to the user list.',
    source: under(
      'Private token',
      'Creating it again when one exists fails, and the existing one is read instead',
    ),
    reading: 'A command that fails changes nothing.',
  },
  'private-token.existing-readable': {
    level: 'must',
    statement: 'The operator can read the existing private token, and it gives access to the user list.',
    source: under('Errors', 'fails on the server command line; read the existing token instead'),
    reading:
      'The command has to print the existing token, in any letter case. If it creates another one, or prints another user’s, it has not read the token.',
  },
} as const satisfies Record<`private-token.${string}`, Requirement>
