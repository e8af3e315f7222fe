import type { DeclarationInput } from '../../subject/declaration/declaration-schema.ts'

/** Accounts and keys that tests declare; `ada` has no second factor, `bob` has one. */
export const ada = { username: 'ada', password: 'password of ada' }
export const dee = { username: 'dee', password: 'password of dee' }
export const bob = { username: 'bob', password: 'password of bob', otpSecret: 'JBSWY3DPEHPK3PXP' }
export const cyd = { username: 'cyd', password: 'password of cyd', otpSecret: 'MZXW6YTBOJSXIZLT' }

export const allAccounts: DeclarationInput['accounts'] = { plain: ada, plain2: dee, mfa: bob, mfa2: cyd }
export const adasKey = { keyId: 'key-of-ada', keySecret: 'secret of the key of ada', username: 'ada' }

/** A list as a valid request gets it: two users, each with its own texts. */
export const users = [
  { username: 'ada', email: 'ada@example.test', comment: 'mathematics', role: 'admin' },
  { username: 'dee', email: 'dee@example.test', comment: 'gardening', role: 'admin' },
]
