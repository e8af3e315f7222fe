import { type Variation, wrap, wrapping } from '../change.ts'
import { type Operator, OperatorError } from '../../server/operator.ts'
import { randomUuid, type Random } from '../../common/random.ts'
import { because, legal } from '../legal.ts'

/** What the operator's commands print, and the form of private tokens. */
export const operatorVariations: Record<string, Variation> = {
  'operator-prints-json': printing('The commands print JSON.', (token, user) =>
    JSON.stringify({ user, token, permanent: true }),
  ),
  'operator-prints-sentence': printing(
    'The commands print a sentence around the token.',
    (token, user) => `The private token of "${user}" is ${token}.`,
  ),
  'operator-prints-label': printing(
    'The commands print a label in front of the token.',
    (token) => `Token:${token}`,
  ),
  'operator-prints-log': printing('The commands print log lines around the token.', (token, user) =>
    [
      `2026-11-20 10:00:00,123 INFO connecting to database production`,
      `PRIVATE_TOKEN=${token}`,
      `2026-11-20 10:00:01,456 INFO finished for ${user} in 0.8 seconds`,
    ].join('\n'),
  ),
  'user-of-created-token-ends-after-two-weeks': legal(
    'The account that the operator creates a private token for ends after two weeks.',
    (parts) => {
      const { clock } = parts
      const startedAt = clock.now()
      const isOver = (username: string) => username === 'dee' && clock.now() - startedAt > 14 * 86_400_000
      wrap(parts, 'checkPassword', (check) => (username, password, call) => {
        return isOver(username) ? undefined : check(username, password, call)
      })
      wrap(parts, 'authenticate', (authenticate) => async (call) => {
        const account = await authenticate(call)
        return account && isOver(account.username) ? undefined : account
      })
    },
    { inconclusive: because('The created token ends with its account.', ['private-token.permanent']) },
  ),
  'operator-prints-colours': printing(
    'The commands print the token in colour.',
    (token) => `\u001b[1;32m${token}\u001b[0m`,
  ),
  'operator-prints-table': printing(
    'The commands print a table.',
    (token, user) => `| user | token |\n|------|-------|\n| ${user} | ${token} |`,
  ),
  'create-command-prints-no-token': legal(
    'The create command only reports success; the show command prints the token.',
    wrapping('operator.createPrivateToken', (create) => (username) => {
      create(username)
      return 'done'
    }),
  ),
  'second-creation-shows-existing': legal(
    'A second creation fails and prints the existing token.',
    wrapping('operator.createPrivateToken', (create, { privateTokens }) => (username) => {
      try {
        return create(username)
      } catch (error) {
        const existing = privateTokens.ofUser(username)?.token
        if (!(error instanceof OperatorError) || existing === undefined) throw error
        process.stdout.write(`${existing}\n`)
        throw error
      }
    }),
  ),
  'private-tokens-are-uuids': ofForm('A private token that an operator creates is a UUID.', randomUuid),
  'private-tokens-are-letters': ofForm(
    'A private token that an operator creates is two words of letters.',
    (random) => 'token~' + Buffer.from(random(9).map((byte) => 97 + (byte % 26))).toString(),
  ),
}

function ofForm(summary: string, text: (random: Random) => string): Variation {
  return legal(
    summary,
    wrapping('privateTokens.create', (create, { random, store }) => (username) => {
      const made = create(username)
      if (!made) return undefined
      const formed = { username, token: text(random) }
      store.privateTokens.replace(username, formed)
      return formed
    }),
  )
}

function printing(summary: string, text: (token: string, user: string) => string): Variation {
  const around = (print: Operator['showPrivateToken']) => (user: string) => text(print(user), user)
  return legal(summary, ({ operator }) => {
    wrap(operator, 'createPrivateToken', around)
    wrap(operator, 'showPrivateToken', around)
  })
}
