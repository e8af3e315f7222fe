import { type Defect, wrap, wrapping } from '../change.ts'
import type { PathFamily } from '../../common/choices.ts'
import { OperatorError } from '../../server/operator.ts'
import type { Parts } from '../../server/parts.ts'
import { breaking, must } from '../shared/breach.ts'

const createdByOperator = breaking(must('private-token.created-by-operator'), {
  blocks: [
    'private-token.existing-readable',
    'private-token.second-creation-fails',
    'private-token.second-creation-keeps',
  ],
})
const existingReadable = breaking(must('private-token.existing-readable'))

const secondCreation = breaking(must('private-token.second-creation-fails'))

/** What the operator's commands do to private tokens. */
export const operatorTokenDefects: Record<string, Defect> = {
  'created-private-token-unknown': createdByOperator(
    'The command prints a different private token from the one that it stores.',
    wrapping('operator.createPrivateToken', (create, { random }) => (username) => {
      create(username)
      return random(20).toString('hex')
    }),
  ),
  'create-command-fails': createdByOperator(
    'The create command fails even for a user who has no private token; the show command works.',
    ({ operator }) => {
      operator.createPrivateToken = () => {
        throw new OperatorError('the table of private tokens can not be written')
      }
    },
  ),
  'created-private-token-unknown-on-older-list': createdByOperator(
    'The older list does not know a private token from the create command until the server restarts.',
    (parts) => notUntilRestart(parts, 'users-v1'),
  ),
  'created-private-token-unknown-on-newer-list': createdByOperator(
    'The newer list does not know a private token from the create command until the server restarts.',
    (parts) => notUntilRestart(parts, 'v1'),
  ),
  'second-creation-answers-the-old-one': secondCreation(
    'A second creation prints the existing private token and exits with 0.',
    wrapping('privateTokens.create', (create, { privateTokens }) => (username) => {
      return create(username) ?? privateTokens.ofUser(username)
    }),
  ),
  'second-creation-replaces': breaking(
    must('private-token.second-creation-fails', 'private-token.second-creation-keeps'),
  )(
    'A second creation replaces the existing private token with a new one.',
    wrapping('privateTokens.create', (create, { privateTokens }) => (username) => {
      return create(username) ?? privateTokens.replace(username)
    }),
    { blocks: ['private-token.existing-readable'] },
  ),
  'failed-creation-replaces-private-token': breaking(must('private-token.second-creation-keeps'))(
    'A second creation fails, but deletes the existing private token.',
    wrapping('privateTokens.create', (create, { privateTokens }) => (username) => {
      const made = create(username)
      if (!made) privateTokens.replace(username)
      return made
    }),
    { blocks: ['private-token.created-by-operator', 'private-token.existing-readable'] },
  ),
  'created-private-token-of-another-user': breaking(must('private-token.created-by-operator'))(
    'The create command gives every user the private token of the first one.',
    ({ operator, demo }) => {
      const [known] = demo.privateTokens
      for (const command of ['createPrivateToken', 'showPrivateToken'] as const)
        wrap(operator, command, (of) => (username) => {
          const own = of(username)
          return demo.privateTokens.some(({ token }) => token === own) ? own : (known?.token ?? own)
        })
    },
  ),
  'failed-creation-prints-working-token': secondCreation(
    'A second creation fails, but prints a working private token: that of the first user.',
    wrapping('operator.createPrivateToken', (create, { privateTokens, demo }) => (username) => {
      if (privateTokens.ofUser(username)) process.stdout.write(`${demo.privateTokens[0]?.token}\n`)
      return create(username)
    }),
  ),
  'show-prints-another-users-private-token': existingReadable(
    'The show command prints the private token of the first user.',
    ({ operator, demo }) => {
      operator.showPrivateToken = () => demo.privateTokens[0]?.token ?? ''
    },
  ),
  'show-makes-another-private-token': existingReadable(
    'The show command replaces the existing private token with a new one, and prints it.',
    ({ operator, privateTokens }) => {
      operator.showPrivateToken = (username) => privateTokens.replace(username).token
    },
  ),
  'show-fails': existingReadable(
    'The show command fails and says that private tokens are shown only once.',
    ({ operator }) => {
      operator.showPrivateToken = () => {
        throw new OperatorError('a private token is shown once, when it is made')
      }
    },
  ),
}

/** Makes a list read the private tokens that an operator created when the server starts, and never again. */
function notUntilRestart({ privateTokens, demo }: Parts, family: PathFamily): void {
  wrap(privateTokens, 'find', (find) => (text, call) => {
    const atStart = demo.privateTokens.some(({ token }) => token === text)
    return call?.family !== family || atStart ? find(text, call) : undefined
  })
}
