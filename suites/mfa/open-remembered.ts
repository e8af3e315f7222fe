import { tokenIn, type Answer } from '../../harness/client/answer.ts'
import { cookiesSet } from '../../harness/client/cookies.ts'
import { cookieFields } from '../../harness/client/session-challenge.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import { observation } from '../measuring/observe.ts'
import { secondFactor } from '../measuring/second-factor.ts'
import { described } from '../measuring/words.ts'

observation('observe.second-step-remembered', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api, clock, run } = tools
  clock.now()
  const account = secondFactor(tools)
  const challenge = await api.freshChallenge(account)
  const first = challenge.cookies ?? cookiesSet(challenge.answer.exchange.response.headers)
  const kept = [...first.values()].some((value) => value !== '')
  const done = await api.answer(challenge, challenge.code, {
    role: 'step',
    headers: kept ? cookieFields(first) : [],
  })
  if (tokenIn(done) === undefined) throw new SetupFailed(`a valid second step was rejected: ${done.said}`)
  const cookies = new Map([...first, ...cookiesSent(done), ...cookiesSet(done.exchange.response.headers)])
  const names = [...cookies].filter(([, value]) => value !== '').map(([name]) => name)
  if (names.length === 0) return 'no: no cookie is set on the way'
  for (const [name, value] of cookies) run.secrets.add(value, `the cookie ${name}`)
  const again = await api.login(account, { family: challenge.family, headers: cookieFields(cookies) })
  const said = `with ${names.length === 1 ? 'the cookie' : 'the cookies'} ${names.join(', ')}`
  return tokenIn(again) === undefined
    ? `no: ${said} the password gets ${described(again)}`
    : `yes: ${said} the password buys another token`
})

/**
 * Returns the cookies sent with an answer's request. In a session, the code is posted to another path, and the login
 * after it carries the cookies set there.
 */
function cookiesSent({ exchange }: Answer): [name: string, value: string][] {
  const sent = exchange.request.headers.filter(([name]) => name.toLowerCase() === 'cookie')
  return sent
    .flatMap(([, value]) => value.split('; '))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
}
