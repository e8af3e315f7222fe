import { field, tokenIn, type Answer } from '../../harness/client/answer.ts'
import { cookiesSet } from '../../harness/client/cookies.ts'
import { families } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { observation } from '../measuring/observe.ts'
import { secondFactor, secondFactorBySeed } from '../measuring/second-factor.ts'
import { described, together } from '../measuring/words.ts'

observation('observe.status-login', { needs: ['account'] }, async ({ api, account }) => {
  const findings: [string, string][] = []
  for (const family of families.filter(api.hasLogin)) {
    findings.push([family, described(await api.login(account, { family }))])
  }
  return together(findings)
})

observation('observe.status-challenge', { needs: ['mfaAccount'] }, async (tools) => {
  const findings: [string, string][] = []
  for (const family of families.filter(tools.api.hasLogin)) {
    findings.push([family, described(await tools.api.login(secondFactor(tools), { family }))])
  }
  return together(findings)
})

observation('observe.newer-second-step', { needs: ['mfaAccount'] }, async (tools) => {
  if (!tools.api.hasLogin('v1')) throw new NotSupported('the subject has no login of the newer path family')
  const answer = await tools.api.login(secondFactor(tools), { family: 'v1' })
  if (tokenIn(answer) !== undefined) return 'there is none: the first step answers a token'
  if (field(answer.json, 'seed') !== undefined) return `by seed and code, sent to ${pathIn(answer)}`
  const url = field(field(answer.json, 'data'), 'url')
  const cookies = [...cookiesSet(answer.exchange.response.headers).keys()]
  if (typeof url === 'string')
    return `by a session: a code is sent to ${url} with the cookies ${cookies.join(', ')}`
  return `otherwise: the first step answers ${described(answer)}`
})

function pathIn(answer: Answer): string {
  const url = field(answer.json, 'otp_url')
  return typeof url === 'string' ? (url.split('?')[0] ?? url) : 'a path that is not named'
}

observation('observe.numeric-fields', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api } = tools
  const account = secondFactorBySeed(tools)
  // A JSON number has no leading zeros; a server might reject it for their absence.
  for (let tries = 0; tries < 20; tries++) {
    const challenge = await api.freshChallenge(account)
    if (challenge.code.startsWith('0')) continue
    const fields = { seed: challenge.seed, otp_code: Number(challenge.code) }
    const answer = await api.answer(challenge, challenge.code, { fields })
    const found = tokenIn(answer) === undefined ? `no: ${described(answer)}` : 'yes'
    return `a one-time code as a number is taken for its text: ${found}`
  }
  throw new NotSupported('every code tried began with a zero')
})

observation('observe.form-encoded-second-step', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api } = tools
  const challenge = await api.freshChallenge(secondFactorBySeed(tools))
  const answer = await api.answer(challenge, challenge.code, { encoding: 'form' })
  return tokenIn(answer) === undefined ? `no: ${described(answer)}` : 'yes'
})
