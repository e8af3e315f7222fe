import type { AccessKey } from '../domain/access-keys.ts'
import type { Account, OtpSettings } from '../domain/accounts.ts'
import type { Data } from './data.ts'
import { randomUuid } from '../common/random.ts'

/** Thrown if a command could not do what it was asked; nothing was changed. The message says what to do instead. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** What an operator can do on the server's command line. Every method throws OperatorError if it fails. */
export interface Operator {
  /** Returns the new private token. Fails if the user has one. */
  createPrivateToken(username: string): string
  showPrivateToken(username: string): string
  /** Creates no key if `handOver` throws. */
  createAccessKey(username: string, handOver?: (key: AccessKey) => void): AccessKey
  /** With `otp`, the account gets a second factor. */
  addUser(username: string, password: string, otp?: OtpSettings): Promise<Account>
}

export function createOperator(data: Data): Operator {
  const known = (username: string) => {
    if (!data.accounts.find(username))
      throw new OperatorError(`there is no user "${username}"; correct the name, or add one with "user add"`)
  }
  return {
    createPrivateToken(username) {
      known(username)
      const made = data.privateTokens.create(username)
      if (!made) {
        throw new OperatorError(
          `"${username}" has a private token; read it with "private-token show ${username}"`,
        )
      }
      return made.token
    },
    showPrivateToken(username) {
      known(username)
      const privateToken = data.privateTokens.ofUser(username)
      if (!privateToken) {
        throw new OperatorError(
          `"${username}" has no private token; make one with "private-token create ${username}"`,
        )
      }
      return privateToken.token
    },
    createAccessKey(username, handOver) {
      known(username)
      return data.accessKeys.create(username, handOver)
    },
    async addUser(username, password, otp) {
      // Node decodes what is not UTF-8 as U+FFFD.
      if (!/^[^\p{C}\p{Z}\uFFFD]{1,100}$/u.test(username)) {
        throw new OperatorError(
          'a username has 1 to 100 characters in UTF-8, none of them a space or a control character',
        )
      }
      if (password === '') throw new OperatorError('the password on stdin is empty; write it there')
      const passwordHash = await data.passwords.hash(password)
      const taken = new Set(data.accounts.all().map((account) => account.id))
      let id = randomUuid(data.random)
      // Deterministic random values may already be in the data of an earlier run.
      while (taken.has(id)) id = randomUuid(data.random)
      const account = { id, username, name: username, email: '', passwordHash, ...(otp ? { otp } : {}) }
      if (!data.accounts.add(account))
        throw new OperatorError(`there is a user "${username}" already; give another name`)
      return account
    },
  }
}
