import { describe, expect, test } from 'vitest'
import { runAsCase } from '../run/current-case.ts'
import type { DeclarationInput } from '../subject/declaration/declaration-schema.ts'
import { NeverAccepted } from '../outcomes.ts'
import { tokenIn } from './answer.ts'
import { createSteps } from './steps/steps.ts'
import { allAccounts, bob } from './testing/accounts.ts'
import { route } from './testing/paths.ts'
import { createTestClient, inTurn, type Subject } from './testing/test-client.ts'

const lifted = { failedLogins: 0, failedLoginsPerAccount: 0 }
const newStep = 'POST /api/v1/authentication/otp/auth/'
const no = { status: 401, json: { msg: 'no' } }
const granted = { json: { token: 'token of bob' } }
const asksFor = (otp_url: string) => ({ json: { code: 101, msg: 'go on', otp_url, seed: 'seed of bob' } })
const bothFamilies: Subject = {
  [route.login]: asksFor('/api/users/v1/otp/auth/'),
  [route.newLogin]: asksFor('/api/v1/authentication/otp/auth/'),
  [route.secondStep]: no,
  [newStep]: no,
}

function create(subject: Subject, declared: DeclarationInput = {}) {
  const client = createTestClient(subject, {
    declared: { accounts: allAccounts, limits: lifted, ...declared },
  })
  const steps = createSteps(client.run, client.api, client.until)
  const asCase = <T>(work: () => Promise<T>) => runAsCase({ ...client, until: client.until }, work)
  const codes = () => client.asked().filter((one) => one.includes('otp'))
  /** Logs in with both steps in the usual way. */
  const both = (encoding: 'json' | 'form' = 'json') =>
    asCase(async () => {
      const challenge = await steps.freshChallenge(bob)
      return await client.api.answer(challenge, challenge.code, { encoding })
    })
  return { ...client, codes, both }
}

describe('a valid code that is rejected', () => {
  test('is tried once more on the other family, and then the answer is known', async () => {
    const { both, codes, run } = create(bothFamilies)
    for (let count = 0; count < 9; count++) expect(tokenIn(await both())).toBeUndefined()
    expect(codes()).toEqual([route.secondStep, newStep])
    expect(run.failedLogins.ofAccount('bob')).toBe(2)
    await expect(both('form')).rejects.toThrow(NeverAccepted)
  })

  test('is tried in a form where there is no other family', async () => {
    const { both, codes, sent, run } = create(bothFamilies)
    run.support.login['v1'] = false
    for (let count = 0; count < 9; count++) await both()
    expect(codes()).toEqual([route.secondStep, route.secondStep])
    expect(sent.filter(({ body }) => String(body).startsWith('seed='))).toHaveLength(1)
  })

  test('is sent again and again where another way worked: the server rejects that one only', async () => {
    const { both, codes } = create({ ...bothFamilies, [newStep]: granted })
    for (let count = 0; count < 4; count++) expect(tokenIn(await both())).toBeUndefined()
    expect(codes()).toEqual([route.secondStep, newStep, route.secondStep, route.secondStep, route.secondStep])
  })

  test('is judged as any other after one was accepted', async () => {
    const first = inTurn(granted, no)
    const { both, run } = create({ ...bothFamilies, [route.secondStep]: first })
    for (let count = 0; count < 9; count++) await both()
    expect(run.failedLogins.ofAccount('bob')).toBe(8)
  })

  test('is tried once more in a session too', async () => {
    const inSession = {
      headers: [['Set-Cookie', 'sessionid=first'] as const],
      json: { error: 'mfa_required', data: { url: '/otp/' } },
    }
    const subject = { [route.login]: inSession, [route.newLogin]: inSession, 'POST /otp/': no }
    const { both, codes } = create(subject, { mfaFlow: 'session-challenge' })
    for (let count = 0; count < 9; count++) expect(tokenIn(await both())).toBeUndefined()
    expect(codes()).toEqual(['POST /otp/', 'POST /otp/'])
  })
})
