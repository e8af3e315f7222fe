import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conformance, judge, temporaryFolder } from './testing/conformance.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

/** Returns what doctor and the notes of a run say about a declaration that does not fit its server. */
async function told(declaration: object, only: string[]) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'conformance.json'), JSON.stringify(declaration))
  const doctor = await conformance(['doctor'], { folder })
  const { report } = await judge(declaration, ['--runs', '1', '--only', ...only])
  return { doctor: doctor.stdout, report, notes: report.notes.join('\n') }
}

test('an account that may not list, and no other: untested, with the line to add', async () => {
  const server = await startReference('--variation', 'list-not-for-everyone')
  const { baseUrl, accounts, accessKeys } = declared(server)
  const only = { plain: { ...accounts.plain2, mayList: false } }
  const ownKeys = accessKeys.filter(({ username }) => username === only.plain.username)
  const { report, having } = await judge({ baseUrl, accounts: only, accessKeys: ownKeys }, [
    '--only',
    'users',
    'anonymous',
    'token.bearer',
    'signature',
  ])
  expect([having('inconclusive'), having('fail')]).toEqual([[], []])
  const add = 'declare accounts.plain of a user who may read the user list: dee may not (mayList: false)'
  const query = ['signature.query-string', 'signature.query-bound']
  for (const id of [
    'users.records',
    'users.same-list',
    'anonymous.no-credentials',
    'token.bearer',
    ...query,
  ]) {
    const requirement = report.requirements.find((one) => one.id === id)
    expect(requirement?.verdict, id).toBe('untested')
    expect(requirement?.cases.map(({ message }) => message)).toContain(add)
  }
})

test('the life of a token of an account that may not list: untested, with the line to add', async () => {
  const server = await startReference('--variation', 'list-not-for-everyone')
  const { baseUrl, accounts, clock } = declared(server)
  const only = { plain: { ...accounts.plain2, mayList: false } }
  const rules = ['works-for-hour', 'fixed-hour', 'void-after-hour', 'stays-void'].map(
    (name) => `token.${name}`,
  )
  const { report, verdict } = await judge({ baseUrl, accounts: only, clock }, ['--only', ...rules])
  expect(rules.map(verdict)).toEqual(rules.map(() => 'untested'))
  const said = report.requirements.flatMap(({ cases }) => cases.map(({ message }) => message))
  expect(said).toContain(
    'declare accounts.plain of a user who may read the user list: dee may not (mayList: false)',
  )
})

test('the same account not declared so: the doctor says how', async () => {
  const server = await startReference('--variation', 'list-not-for-everyone')
  const { baseUrl, accounts } = declared(server)
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, 'conformance.json'),
    JSON.stringify({ baseUrl, accounts: { plain: accounts.plain2 } }),
  )
  expect((await conformance(['doctor'], { folder })).stdout).toMatch(
    /^wrong +accounts\.plain .*answered 403.*; if the account has no right to read the list, declare mayList: false on it/m,
  )
})

test('a server that knows no signatures: accessKeys: false is suggested', async () => {
  const server = await startReference('--variation', 'jumpserver-1.4')
  const { baseUrl, accounts, privateTokens, accessKeys } = declared(server)
  const { doctor, notes } = await told({ baseUrl, accounts, privateTokens, accessKeys }, [
    'signature.accepted',
  ])
  expect(doctor).toMatch(
    /^wrong +accessKeys\[0\] .*or declare accessKeys: false: signed requests get the same answers as/m,
  )
  expect(notes).toContain(
    'signed requests get the same answers as requests without credentials: check keyId and keySecret, or declare accessKeys: false',
  )
})

test('a wrong key on a server that knows signatures suggests nothing of the kind', async () => {
  const server = await startReference()
  const { baseUrl, accounts, accessKeys } = declared(server)
  const wrong = [{ ...accessKeys[0], keySecret: 'copied from another line' }]
  const { doctor, notes } = await told({ baseUrl, accounts, accessKeys: wrong }, ['signature.accepted'])
  expect(doctor).toMatch(/^wrong +accessKeys\[0\] /m)
  expect(doctor + notes).not.toContain('accessKeys: false')
})

test('a challenge kept in a session, and a session cookie of another name: both are named', async () => {
  const server = await startReference('--variation', 'jumpserver-3.10')
  const { baseUrl, accounts, session, clock } = declared(server)
  const login = { ...session.login, url: '/core/auth/login/' }
  const { doctor, report, notes } = await told({ baseUrl, accounts, session: { login }, clock }, [
    'mfa.challenge-shape',
    'session',
  ])
  expect(doctor).toMatch(/^wrong +accounts\.mfa .*declare mfaFlow: session-challenge/m)
  expect(notes).toContain('declare mfaFlow: session-challenge to have the second step judged')
  expect(doctor).toMatch(/^wrong +session .*no cookie sessionid \(cookies set: .*\bjms_sessionid\b.*\)/m)
  const judged = report.requirements.find(({ id }) => id === 'session.web-login')
  expect(judged?.cases[0]?.message).toMatch(/none was set \(cookies set: .*\bjms_sessionid\b.*\)/)
})
