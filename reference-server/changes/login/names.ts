import { type Variation, wrap } from '../change.ts'
import { legal } from '../legal.ts'

const unaccented = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
const unicodeName = 'Ädä Lövelace+1@例え.example'

/** How usernames and passwords are compared. */
export const nameVariations: Record<string, Variation> = {
  'user-names-fold-case': legal('Usernames are compared without letter case and accents.', ({ accounts }) => {
    wrap(accounts, 'find', (find) => (name, call) => find(unaccented(name).toLowerCase(), call))
  }),
  'user-names-are-trimmed': legal('Spaces around a username are ignored.', ({ accounts }) => {
    wrap(accounts, 'find', (find) => (name, call) => find(name.trim(), call))
  }),
  'user-names-without-domain': legal('A domain before or behind a username is ignored.', ({ accounts }) => {
    wrap(accounts, 'find', (find) => (name, call) => find(name.replace(/^.*\\|@.*$/gs, ''), call))
  }),
  'user-names-of-declared-domain': legal(
    'Usernames are declared with a domain behind them, and any domain is ignored.',
    ({ accounts }) => {
      wrap(accounts, 'find', (find) => (name, call) => find(name.replace(/@.*$/s, ''), call))
    },
    {
      declare: {
        accounts: { plain: { username: 'ada@example.org' }, mfa: { username: 'bob@example.org' } },
        privateTokens: { plain: { username: 'ada@example.org' }, mfa: { username: 'bob@example.org' } },
      },
    },
  ),
  'passwords-are-trimmed': legal('Spaces around a password are ignored.', ({ passwords }) => {
    wrap(passwords, 'matches', (matches) => (password, hash, call) => matches(password.trim(), hash, call))
  }),
  'passwords-are-normalised': legal('Passwords are compared in Unicode normal form C.', ({ passwords }) => {
    wrap(passwords, 'matches', (matches) => (password, hash, call) => {
      return matches(password.normalize('NFC'), hash, call)
    })
  }),
  'user-name-in-unicode': legal(
    'A username contains spaces, symbols and non-ASCII letters.',
    ({ accounts, answers }) => {
      wrap(accounts, 'find', (find) => (name, call) => find(name === unicodeName ? 'ada' : name, call))
      wrap(answers, 'user', (user) => (account, call) => {
        return user(account.username === 'ada' ? { ...account, username: unicodeName } : account, call)
      })
    },
    {
      declare: {
        accounts: { plain: { username: unicodeName } },
        privateTokens: { plain: { username: unicodeName } },
      },
    },
  ),
}
