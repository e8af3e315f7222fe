import { expect, test } from 'vitest'
import { runAsCase } from '../run/current-case.ts'
import type { Header } from '../wire/exchange.ts'
import { orMisdeclared } from './or-misdeclared.ts'
import { allAccounts, ada, bob } from './testing/accounts.ts'
import { answerOf } from './testing/answers.ts'
import { route } from './testing/paths.ts'
import { createTestClient, type Reply, type Subject } from './testing/test-client.ts'

const rejecting: Subject = { [route.login]: { status: 401, json: { msg: 'no' } } }

function create(subject: Subject = rejecting) {
  const client = createTestClient(subject, { declared: { accounts: allAccounts } })
  const inCase = <T>(work: () => Promise<T>) => runAsCase({ ...client, id: 'a case' }, work)
  return { ...client, inCase }
}

test('a step that meets a rejected login names the account and doctor, until the account was let in', async () => {
  const { steps, run, api, inCase } = create()
  const hint = 'or the declared password of ada is wrong: run conformance doctor'
  const token = () => steps.token(ada)
  const succeeds = async () => steps.succeeded(await api.login(ada))
  await expect(inCase(token)).rejects.toThrow(hint)
  await expect(inCase(succeeds)).rejects.toThrow(hint)
  await expect(token()).rejects.toThrow(/"no"\}$/)
  run.failedLogins.attempt({ owner: 'ada', way: 'ada in another way' })('token')
  await expect(inCase(succeeds)).rejects.toThrow(/"no"\}$/)
})

test('what is said of a code names what is declared of it, until one was accepted', async () => {
  const { run, inCase } = create()
  const said = () =>
    inCase(async () =>
      orMisdeclared(run, { ...answerOf({}), operation: 'second-step', username: bob.username }),
    )
  expect(await said()).toBe(
    '; or the declared otpSecret, digits or period of bob is wrong: run conformance doctor',
  )
  run.failedLogins.attempt({ owner: 'bob', way: 'bob second step', isCode: true })('token')
  expect(await said()).toBe('')
})

test('nothing is said of an account that is not declared', async () => {
  const { run, inCase } = create()
  const said = async () => orMisdeclared(run, { ...answerOf({}), username: 'nobody' })
  expect(await inCase(said)).toBe('')
})

test.for([
  ['Basic realm="staging"', true],
  ['Bearer, basic realm="staging"', true],
  ['Bearer realm="basic"', false],
  ['Basically', false],
] as const)('a rejection that demands %s may come from a gateway: %s', async ([value, isGateway]) => {
  const headers: Header[] = [['www-authenticate', value]]
  const { steps, run, inCase } = create({ [route.login]: { status: 401, headers } })
  const gateway = '; or a gateway demands HTTP Basic authentication'
  const said = async (token: Promise<unknown>) => String(await token.catch((error: unknown) => error))
  const message = await said(inCase(() => steps.token(ada)))
  expect(message.includes(gateway)).toBe(isGateway)
  expect(message).toContain('; or the declared password of ada is wrong')
  // Doctor says what to check, but not this.
  expect((await said(steps.token(ada))).includes(gateway)).toBe(isGateway)
  run.failedLogins.attempt({ owner: 'ada', way: 'ada in another way' })('token')
  expect(await said(inCase(() => steps.token(ada)))).not.toContain(gateway)
})

test('a rejection that unknown paths get as well may be that of a ban or a gateway, until anything is accepted', async () => {
  const { steps, run, inCase } = create()
  const hint = 'or everything is rejected like this, even unknown paths: if a gateway demands an API key'
  const said = async (token: Promise<unknown>) => String(await token.catch((error: unknown) => error))
  const answered = async (reply: Reply) => {
    const { wire } = createTestClient({ 'POST /unknown/': reply }).run
    return await wire.send({ method: 'POST', target: '/unknown/', headers: [] })
  }
  run.unknownPath.POST = await answered({ status: 404 })
  expect(await said(inCase(() => steps.token(ada)))).not.toContain(hint)
  run.unknownPath.POST = await answered({ status: 401, json: { msg: 'log in first' } })
  expect(await said(inCase(() => steps.token(ada)))).not.toContain(hint)
  run.unknownPath.POST = await answered({ status: 401, json: { msg: 'no' } })
  expect(await said(inCase(() => steps.token(ada)))).toContain(hint)
  expect(await said(steps.token(ada))).toContain(hint)
  run.firstUses.set('a private token', 0)
  expect(await said(inCase(() => steps.token(ada)))).not.toContain(hint)
})
