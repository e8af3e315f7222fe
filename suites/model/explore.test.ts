import { expect, test } from 'vitest'
import { ada, adasKey, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import {
  createTestClient,
  inTurn,
  type Reply,
  type Subject,
} from '../../harness/client/testing/test-client.ts'
import { LeftOut, NotDeclared } from '../../harness/outcomes.ts'
import { runAsCase } from '../../harness/run/current-case.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { keepsRule } from './explore.ts'

const token = { json: { token: 'token of ada' } }

/** Judges a rule by sequences on a server whose logins answer this, one after another, and that accepts no signatures. */
async function judge(...logins: Reply[]): Promise<void> {
  await judgeRule('login.json', inTurn(...logins))
}

async function judgeRule(rule: RequirementId, login: Subject[string], also: Partial<Tools> = {}) {
  const list = ({ headers }: { headers: readonly (readonly [string, string])[] }): Reply =>
    headers.some(([, value]) => value === 'Bearer token of ada') ? { json: users } : { status: 401, json: {} }
  const { run, trace, until, api, steps } = createTestClient(
    { [route.login]: login, [route.list]: list },
    { declared: { accounts: { plain: ada } } },
  )
  const older = { 'users-v1': true, v1: false }
  run.support = { login: older, list: older }
  const tools = {
    run: Object.assign(run, { seed: 1, runs: 3 }),
    api: { ...api, ...steps },
    account: ada,
    ...also,
  }
  const ask = (_: object, name: string) => {
    if (!(name in tools)) throw new NotDeclared(name)
    return tools[name as keyof typeof tools]
  }
  await runAsCase({ run, trace, until }, () =>
    keepsRule(new Proxy({}, { get: ask }) as Tools, rule, undefined),
  )
}

test('a limit that the server sets on logins is waited for, and the sequences go on', async () => {
  await judge({ status: 429, headers: [['Retry-After', '60']] }, token)
})

test('sequences that cannot go on judge nothing', async () => {
  await expect(judge(token, token, { status: 502 })).rejects.toThrow(
    /^a valid step that the sequences need was rejected, limited or not answered$/,
  )
})

test('a key that opens no list before the first sequence is not used: it may be locked after invalid signatures', async () => {
  await expect(judgeRule('signature.accepted', inTurn(token), { accessKey: adasKey })).rejects.toThrow(
    LeftOut,
  )
})
