import { expect, test } from 'vitest'
import { startCountingProxy } from '../self-test/counting-proxy.ts'
import { judge } from './testing/conformance.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

/**
 * Judges the reference server with a changed declaration and default limits; returns also what it rejected, counted in
 * front of it.
 */
async function judged(change: (declaration: ReturnType<typeof declared>) => void, args: string[] = []) {
  const server = await startReference()
  const proxy = await startCountingProxy(server.url)
  const declaration = declared({ ...server, url: proxy.url })
  change(declaration)
  try {
    return { ...(await judge(declaration, args)), ...proxy.rejections() }
  } finally {
    await proxy.stop()
  }
}

test('a wrong password in the declaration costs its user two logins, and is told from a server that is wrong', async () => {
  const { accounts, having, stdout, exitCode } = await judged((declaration) => {
    declaration.accounts.plain.password = 'not the one'
  })
  expect(accounts['ada']).toEqual({ inAll: 2, mostInARow: 2 })
  expect(having('fail')).toEqual([])
  expect(having('inconclusive')).toContain('login.json')
  expect(stdout).toContain('the declared password of ada seems to be wrong, since dee gets in')
  expect(exitCode).toBe(3)
})

test('a wrong password costs its user two logins where nothing is limited too', async () => {
  const { accounts, having, stdout } = await judged(
    (declaration) => {
      declaration.accounts.plain.password = 'not the one'
      declaration['limits'] = { failedLogins: 0, failedLoginsPerAccount: 0 }
    },
    ['--only', 'login', 'mfa.wrong-password-no-challenge', 'users'],
  )
  expect(accounts['ada']).toEqual({ inAll: 2, mostInARow: 2 })
  expect(having('fail')).toEqual([])
  expect(having('inconclusive')).toContain('login.json')
  expect(stdout).not.toContain('skipped: limits')
  expect(stdout).toContain('the declared password of ada seems to be wrong, since dee gets in')
})

test('where nobody gets in, login.json fails, and says that the declaration may be wrong', async () => {
  const { accounts, total, having, stdout, exitCode } = await judged(
    (declaration) => {
      for (const account of Object.values(declaration.accounts)) account.password = 'not the one'
    },
    ['--only', 'login', 'mfa'],
  )
  for (const name of ['ada', 'dee', 'bob', 'cyd']) expect(accounts[name]?.inAll ?? 0).toBeLessThanOrEqual(2)
  expect(total).toBeLessThanOrEqual(25)
  expect(having('fail')).toContain('login.json')
  expect(stdout).toContain('or the declared password of ada is wrong: run conformance doctor')
  expect(exitCode).toBe(1)
})

const noSecret = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

test('a wrong OTP secret costs its user two codes, and is told from a server that is wrong', async () => {
  const { accounts, having, stdout } = await judged(
    (declaration) => {
      declaration.accounts.mfa.otpSecret = noSecret
    },
    ['--only', 'mfa'],
  )
  expect(accounts['bob']).toEqual({ inAll: 2, mostInARow: 2 })
  expect(having('fail')).toEqual([])
  expect(having('inconclusive')).toContain('mfa.second-step-grants-token')
  expect(stdout).toContain(
    'the declared otpSecret, digits or period of bob seems to be wrong, since the codes of cyd work',
  )
})

test('where no code works, the second step fails, and says that the declaration may be wrong', async () => {
  const { accounts, having, stdout } = await judged(
    (declaration) => {
      declaration.accounts.mfa.otpSecret = noSecret
      declaration.accounts.mfa2.otpSecret = noSecret
    },
    ['--only', 'mfa'],
  )
  for (const name of ['bob', 'cyd']) expect(accounts[name]?.inAll ?? 0).toBeLessThanOrEqual(2)
  expect(having('fail')).toContain('mfa.second-step-grants-token')
  expect(stdout).toContain(
    'or the declared otpSecret, digits or period of bob is wrong: run conformance doctor',
  )
})

/** Rejections of the second factor are then about codes: the other rules send logins that may be rejected too. */
const aboutCodes = ['--only', 'mfa', '--skip'].concat(
  ['wrong-password-no-challenge', 'challenge-shape', 'newer-family-two-steps'].map((rule) => `mfa.${rule}`),
)

const lifted = { failedLogins: 0, failedLoginsPerAccount: 0 }

test('a wrong OTP secret costs its user two codes where nothing is limited too', async () => {
  const { accounts, having, stdout } = await judged((declaration) => {
    declaration.accounts.mfa.otpSecret = noSecret
    declaration['limits'] = lifted
  }, aboutCodes)
  expect(accounts['bob']).toEqual({ inAll: 2, mostInARow: 2 })
  expect(having('fail')).toEqual([])
  expect(having('inconclusive')).toContain('mfa.second-step-grants-token')
  expect(stdout).toContain(
    'the declared otpSecret, digits or period of bob seems to be wrong, since the codes of cyd work',
  )
  expect(stdout).not.toMatch(/was rejected: .*otp.*(?<!run conformance doctor)\n/)
})

test('where no code works and nothing is limited, each user has two rejected, and the second step fails', async () => {
  const { accounts, having, stdout } = await judged((declaration) => {
    declaration.accounts.mfa.otpSecret = noSecret
    declaration.accounts.mfa2.otpSecret = noSecret
    declaration['limits'] = lifted
  }, aboutCodes)
  for (const name of ['bob', 'cyd']) expect(accounts[name]).toEqual({ inAll: 2, mostInARow: 2 })
  expect(having('fail')).toEqual(['mfa.second-step-grants-token'])
  expect(stdout).toContain(
    'or the declared otpSecret, digits or period of bob is wrong: run conformance doctor',
  )
})
