import {
  bearer,
  cookie,
  privateToken,
  signature,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { NotDeclared } from '../../harness/outcomes.ts'
import { observation } from '../measuring/observe.ts'
import { secondFactor } from '../measuring/second-factor.ts'
import { postToLogin } from '../measuring/post.ts'
import { described, opens, together } from '../measuring/words.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'

observation('observe.refusal-login', { needs: ['account'] }, async ({ api, account, run }) => {
  const stranger = { username: `nobody-${run.random.word(10)}`, password: run.random.word(16) }
  const unknown = await api.login(stranger)
  const wrong = { ...account, password: wrongPassword(account.password, run.random.word(6)) }
  try {
    const rejected = await api.login(wrong)
    await api.token(account)
    return together([
      ['a wrong password', described(rejected)],
      ['an unknown user', described(unknown)],
    ])
  } catch (error) {
    if (run.failedLogins.limited) return together([['an unknown user', described(unknown)]])
    throw error
  }
})

observation('observe.refusal-malformed-login', { needs: ['account'] }, async ({ run }) => {
  const bodies = [
    ['no password', '{"username":"nobody"}', undefined],
    ['an empty object', '{}', undefined],
    ['malformed JSON', '{"username":', undefined],
    ['another content type', 'username', 'text/plain'],
  ] as const
  const findings: [string, string][] = []
  for (const [what, body, type] of bodies) {
    findings.push([what, described(await postToLogin({ run }, body, type === undefined ? {} : { type }))])
  }
  return together(findings)
})

observation('observe.refusal-second-step', { needs: ['mfaAccount'] }, async (tools) => {
  const { api, run } = tools
  const account = secondFactor(tools)
  const challenge = await api.challenge(account)
  const code = account.wrongCode()
  const answer = await api.answer(challenge, code)
  // In a session, a login follows the code; the answer to the code is the one to describe.
  const wrongCode = described(answer.step ?? answer)
  if (challenge.cookies) return together([['a wrong code', wrongCode]])
  const seed = run.random.word(Math.max(16, challenge.seed.length))
  const wrongSeed = described(await api.answer({ ...challenge, seed }, code, { account: null }))
  const missing = described(await api.answer(challenge, code, { fields: { otp_code: code }, account: null }))
  return together([
    ['a wrong code', wrongCode],
    ['an unknown seed', wrongSeed],
    ['no seed', missing],
  ])
})

/** Describes what each list answers to a credential; lists with the same answer are grouped. */
async function fromLists({ api }: Pick<Tools, 'api'>, credential?: Credential): Promise<string> {
  const findings: [string, string][] = []
  for (const family of api.listFamilies()) {
    findings.push([`${family} list`, described(await api.list(family, credential))])
  }
  return together(findings)
}

observation('observe.refusal-anonymous', { needs: [] }, async ({ api }) => await fromLists({ api }))

observation('observe.refusal-token', { needs: [] }, async ({ api, run }) => {
  return await fromLists({ api }, bearer(run.random.word(32)))
})

observation(
  'observe.refusal-expired-token',
  { needs: ['account', 'clock'] },
  async ({ api, account, clock, run }) => {
    const token = await api.token(account)
    const family = api.listFamily()
    for (const seconds of [3600, 86_400]) {
      await clock.until(run.tokens.of(token).lastAnsweredAt + (seconds + 31) * 1000)
      const askedAt = clock.now()
      const answer = await api.list(family, bearer(token))
      if (opens(answer)) continue
      run.tokens.sawVoid(token, askedAt)
      // Leaves out its age: if logins return the same text for a day, that depends on what ran before.
      return together([
        ['an expired token', described(answer)],
        ['an unknown one', described(await api.list(family, bearer(run.random.word(token.length))))],
      ])
    }
    return 'not told: a token still works after a day'
  },
)

observation('observe.refusal-private-token', { needs: [] }, async ({ api, run }) => {
  return await fromLists({ api }, privateToken(run.random.word(40)))
})

observation('observe.refusal-signature', { needs: ['accessKey'] }, async ({ api, run }) => {
  const [key] = run.declaration.accessKeys || []
  const family = api.listFamily()
  const stranger = { keyId: run.random.word(36), keySecret: run.random.word(36), username: '' }
  const findings: [string, string][] = [
    ['an unknown key ID', described(await api.list(family, signature(stranger)))],
  ]
  if (key) {
    const options = { keySecret: stranger.keySecret }
    findings.push(
      ['a wrong signature', described(await api.list(family, signature(key, options)))],
      ['no headers parameter', described(await api.list(family, signature(key, { listed: null })))],
      ['an unknown algorithm', described(await api.list(family, signature(key, { algorithm: 'hmac-md4' })))],
    )
  }
  return together(findings)
})

observation('observe.refusal-session', { needs: [] }, async ({ api, run }) => {
  if (run.declaration.session === false)
    throw new NotDeclared('session', 'the subject is declared to have none')
  return await fromLists({ api }, cookie(run.random.word(32)))
})
