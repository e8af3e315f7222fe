import { expect, test, type TestContext } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readDeclaration } from './declaration.ts'
import { declaredSecrets } from './declared-secrets.ts'

const read = (context: TestContext, accounts: object, env = {}) => {
  const text = JSON.stringify({ baseUrl: 'http://h', accounts })
  return readDeclaration('conformance.json', {
    cwd: createFreshFolder(context, { 'conformance.json': text }),
    env,
    makeTmp: () => '/tmp/run',
  })
}
const ada = { username: 'ada', password: 'ada-Secret-1' }
const eve = { username: 'eve', password: 'eve-Secret-5' }
const bob = { username: 'bob', password: 'bob-Secret-3', otpCommand: 'code --data {tmp}' }
const fay = { ...bob, username: 'fay', password: 'fay-Secret-6' }

test('the first of a list is the account of its kind, the others are further ones', (context) => {
  const { accounts, furtherAccounts } = read(context, { plain: [ada, eve], mfa: [bob, fay], plain2: false })
  expect(accounts).toMatchObject({ plain: ada, mfa: { username: 'bob' }, plain2: false })
  expect(furtherAccounts).toMatchObject({
    plain: [eve],
    mfa: [{ username: 'fay', otpCommand: 'code --data /tmp/run' }],
  })
  expect(furtherAccounts).not.toHaveProperty('plain2')
})

test('without a second factor there is no second account with one, nor a private token of one', (context) => {
  const { accounts, privateTokens } = read(context, { plain: ada, mfa: false })
  expect(accounts).toEqual({ plain: { ...ada, mayList: true }, mfa: false, mfa2: false })
  expect(privateTokens).toEqual({ mfa: false })
})

test('a variable in the command of each is left to the shell', (context) => {
  const [one, other] = [bob, fay].map((account) => ({ ...account, otpCommand: 'code ${OTP_KEY}' }))
  const { accounts, furtherAccounts } = read(context, { mfa: [one, other] }, { OTP_KEY: 'secret' })
  for (const account of [accounts.mfa, furtherAccounts.mfa?.[0]])
    expect(account).toMatchObject({ otpCommand: 'code ${OTP_KEY}' })
})

test('their passwords are secrets too', (context) => {
  const secrets = declaredSecrets(read(context, { plain: [ada, eve] }))
  expect(secrets).toContainEqual({ value: 'eve-Secret-5', label: 'accounts.plain[1].password' })
})

test.for<[accounts: object, message: string]>([
  [{ plain: [] }, 'accounts.plain: needs at least one account'],
  [{ plain: [ada, ada] }, 'accounts.plain[1].username: must be a different account from any before it'],
  [{ plain: [eve, ada], plain2: ada }, 'accounts.plain2.username: must be a different account from plain'],
  [{ plain: [ada, { username: 'eve' }] }, 'accounts.plain[1].password: is missing; add it'],
  [
    { plain: [ada, { ...eve, pasword: 'x' }] },
    'accounts.plain[1].pasword: unknown field; did you mean password?',
  ],
  [
    { mfa: false, mfa2: bob },
    "accounts.mfa2: can't be combined with mfa: false, which says that the server has no second factor; remove one of them",
  ],
])('what is wrong in a list is named with its place', ([accounts, message], context) =>
  expect(() => read(context, accounts)).toThrow(message),
)
