import { cookie } from '../../harness/client/credentials/credentials.ts'
import { NotDeclared, SetupFailed } from '../../harness/outcomes.ts'
import { observation } from '../measuring/observe.ts'
import { demandLoggedIn } from './session-cookie.ts'
import { limitInWords, limitOf, orStopped } from '../measuring/limit-of.ts'
import { secondFactor } from '../measuring/second-factor.ts'
import { described, location, opens } from '../measuring/words.ts'

const hours48 = 48 * 3600

observation('observe.web-login', { needs: ['session', 'account'] }, async ({ session, account, run }) => {
  const { before, after, submitted } = await session.logIn(account)
  if (after === undefined || after === '') throw new SetupFailed('the web login set no sessionid')
  const { login } = run.declaration.session || {}
  const rotated =
    before === undefined
      ? 'the session ID is new'
      : before === after
        ? 'the session ID stays'
        : 'the session ID changes'
  return `the form at ${login?.url ?? ''} answers ${submitted.response.status}${location(submitted)}; ${rotated}`
})

observation('observe.cookie-attributes', { needs: ['session', 'account'] }, async ({ session, account }) => {
  const { submitted, before, after } = await session.logIn(account)
  if (after === undefined || after === '') throw new SetupFailed('the web login set no sessionid')
  const set = submitted.response.headers
    .filter(([name, value]) => name.toLowerCase() === 'set-cookie' && /^\s*sessionid=/.test(value))
    .map(([, value]) => value)
    .at(-1)
  if (set === undefined)
    return before === after ? 'it is not set again by the login' : 'it is set behind a redirect'
  const attributes = set.split(';').slice(1).map(attribute).filter(Boolean)
  return attributes.length === 0 ? 'none' : attributes.join(', ')
})

/** Returns a cookie attribute; of `Expires` just the name, since the moment differs from run to run. */
function attribute(text: string): string {
  const [name = '', value] = text.split('=').map((part) => part.trim())
  return value === undefined || /^expires$/i.test(name) ? name : `${name}=${value}`
}

observation('observe.web-login-mfa', { needs: ['session', 'mfaAccount'] }, async (tools) => {
  const { api, session } = tools
  const account = secondFactor(tools)
  const { after, submitted } = await session.logIn(account)
  const answered = `the form answers ${submitted.response.status}${location(submitted)}`
  if (after === undefined || after === '') return `no: ${answered}, and sets no session`
  const answer = await api.list(api.listFamily(), cookie(after))
  if (opens(answer)) return 'yes'
  return `no: ${answered}, and the list answers its session with ${described(answer)}`
})

observation('observe.session-lifetime', { needs: ['session', 'account', 'clock'] }, async (tools) => {
  const { api, session, account, clock } = tools
  if (session.declaredCookie !== undefined) throw new NotDeclared('session.login')
  const family = api.listFamily()
  const logIn = async () => {
    const login = await session.logIn(account)
    const value = await demandLoggedIn(login, account.username)
    if (value === undefined || value === '') throw new SetupFailed('the web login set no sessionid')
    return { credential: cookie(value), at: clock.now() }
  }
  const idle = await limitOf({
    most: hours48,
    usual: [1799, 3599, 86_399],
    async works(seconds) {
      const { credential, at } = await logIn()
      await clock.until(at + seconds * 1000)
      return opens(await api.list(family, credential))
    },
  })
  const words = limitInWords(idle, { worked: 'it opened the list', failed: 'it did not', exact: 'fails' })
  const { fails } = idle
  if (fails === undefined) return `idle: ${words}`
  const isProlonged = async () => {
    const used = await logIn()
    for (const share of [0.4, 0.8]) {
      await clock.until(used.at + fails * share * 1000)
      await api.list(family, used.credential)
    }
    await clock.until(used.at + fails * 1.1 * 1000)
    return opens(await api.list(family, used.credential))
  }
  const used = await orStopped(isProlonged)
  if (typeof used === 'string') return `idle: ${words}; whether use prolongs it was not seen: ${used}`
  return `idle: ${words}; ${used ? 'use prolongs it' : 'use does not prolong it'}`
})
