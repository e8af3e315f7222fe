import { expect, test } from 'vitest'
import { parseSeedFile } from './parse-seed-file.ts'

const whole = `
accounts:
  - username: zoe
    password: 'correct & horse'
    name: Zoé
    otpSecret: JBSWY3DPEHPK3PXP
    privateToken: 0123456789abcdef
    accessKeys:
      - { keyId: key-1, keySecret: s3cr3t }
  - { username: max, password: pw }
`

test('accounts, tokens and keys are read', () => {
  expect(parseSeedFile(whole, 'users.yaml')).toEqual({
    accounts: [
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-/),
        username: 'zoe',
        name: 'Zoé',
        email: '',
        password: 'correct & horse',
        otp: { secret: 'JBSWY3DPEHPK3PXP', digits: 6, period: 30, algorithm: 'SHA1' },
      },
      { id: expect.any(String), username: 'max', name: 'max', email: '', password: 'pw' },
    ],
    privateTokens: [{ username: 'zoe', token: '0123456789abcdef' }],
    accessKeys: [{ keyId: 'key-1', keySecret: 's3cr3t', username: 'zoe' }],
  })
})

test('an account has the same id in each run', () => {
  const id = () => parseSeedFile(whole, 'users.yaml').accounts[0]?.id
  expect(id()).toBe(id())
})

test.each([
  ['', 'users.yaml: accounts must be given, as an array'],
  ['accounts:\n  - username: zoe\n', 'users.yaml:2: accounts[0].password must be given, as a string'],
  [
    'accounts:\n  - username: zoe\n    password: 1234\n',
    'users.yaml:3: accounts[0].password must be a string: put quotes around it',
  ],
  [
    'accounts:\n- {username: a, password: }\n',
    'users.yaml:2: accounts[0].password must be given, as a string',
  ],
  ['accounts: []\nacounts: []\n', 'users.yaml: the file has an unknown field "acounts"; there is accounts'],
  ['accounts:\n- {user: a, password: p}\n', 'accounts[0] has an unknown field "user"; there are username, '],
  [
    'accounts:\n- {username: a, password: p}\n- {username: a, password: q}\n',
    'users.yaml:3: accounts[1].username is in the file twice',
  ],
  [
    'accounts:\n- {username: a, password: p, otpSecret: "1!"}\n',
    'users.yaml:2: accounts[0].otpSecret must be base32',
  ],
  [
    'accounts:\n- {username: a, password: p, privateToken: "a b"}\n',
    'accounts[0].privateToken must be visible ASCII',
  ],
  [
    'accounts:\n- {username: a, password: p, digits: 5}\n',
    'users.yaml:2: accounts[0].digits must be 6, 7 or 8',
  ],
  [
    'accounts:\n- {username: a, password: p, period: 0}\n',
    'users.yaml:2: accounts[0].period must be a whole number of seconds, 1 to 3600',
  ],
  [
    'accounts:\n- {username: a, password: p, algorithm: MD5}\n',
    'users.yaml:2: accounts[0].algorithm must be SHA1, SHA256 or SHA512',
  ],
  ['accounts:\n- username: a\n  password: *secret\n', 'users.yaml:3: this is an alias; put a text'],
  ['accounts: [\n', 'users.yaml:2: this is not YAML'],
  [`accounts: ${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'users.yaml: is nested more than 100 levels deep'],
])('%j is rejected with the field and its line', (source, message) => {
  expect(() => parseSeedFile(source, 'users.yaml')).toThrow(message)
})

test('a password that no login may send is rejected', () => {
  const source = (length: number) => `accounts:\n- {username: a, password: ${'x'.repeat(length)}}\n`
  expect(parseSeedFile(source(4096), 'users.yaml').accounts).toHaveLength(1)
  expect(() => parseSeedFile(source(4097), 'users.yaml')).toThrow(
    'users.yaml:2: accounts[0].password must have 4096 characters or fewer',
  )
})

test('aliases that would unfold to billions are rejected', () => {
  const doubled = Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)
  const source = ['a0: &a0 [x]', ...doubled, 'accounts: *a40'].join('\n')
  expect(() => parseSeedFile(source, 'users.yaml')).toThrow('users.yaml:2: this is an alias')
})

test('a message holds no value of the file', () => {
  const source =
    'accounts:\n- {username: a, password: topsecret, privateToken: "top secret"}\n- {password: [topsecret]}\n'
  expect(() => parseSeedFile(source, 'users.yaml')).not.toThrow(/top ?secret/)
})
