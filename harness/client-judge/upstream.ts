import type { Declaration } from '../subject/declaration/declaration.ts'
import { createIdentities, type Identities, type Told } from './identities.ts'
import type { Method } from './operation.ts'
import type { ScenarioServer, ServerPool } from './scenario-server.ts'

/** The servers that a client is judged against. */
export interface ClientServers {
  pool: ServerPool
  identities: Identities
  /** Base URL of a server that is not ours. */
  upstream?: string
  /** Methods that can't be judged on it, with the reason. */
  without: ReadonlyMap<Method, string>
}

/** Connects to the server that a declaration describes. Changes nothing on it, and plays one scenario at a time. */
export function openUpstream(declaration: Declaration & { baseUrl: string }, seed: number): ClientServers {
  const { accounts, privateTokens, accessKeys, session, clock, headers, tls } = declaration
  const { origin, pathname } = new URL(declaration.baseUrl)
  const prefix = pathname.replace(/\/$/, '')
  const { plain } = accounts
  const mfa = withSecret(accounts.mfa)
  const privateToken = privateTokens.plain
  const [key] = accessKeys === false ? [] : accessKeys
  const usesUsualCodes = mfa && mfa.digits === 6 && mfa.period === 30 && mfa.algorithm === 'SHA1'
  const login = session && session.login?.url
  // Undeclared credentials get values that nobody sends, so that nothing is mistaken for them.
  const unknown = createIdentities(seed, 0)
  const nothing: Partial<Told> = {
    ...(plain ? {} : { username: '', password: '' }),
    ...(mfa ? {} : { mfaUsername: '', mfaPassword: '', otpSecret: '' }),
    ...(privateToken ? {} : { privateToken: '' }),
    ...(key ? {} : { keyId: '', keySecret: '' }),
    ...(login ? {} : { loginPage: '' }),
    clockUrl: clock.kind === 'control' ? (clock.url ?? '') : '',
  }
  const fixed = () => Promise.reject(new Error('this server is not ours to change'))
  const server: ScenarioServer = {
    isOwn: false,
    origin,
    tls,
    hidesBodies: declaration.reports.bodies === 'mask',
    added: Object.entries(headers),
    pages: login ? [pathOf(login, prefix)] : [],
    tells: nothing,
    prefix,
    aheadSeconds: 0,
    variations: [],
    prepare: () => Promise.resolve(),
    vary: fixed,
    advance: fixed,
    expire: fixed,
    stop: () => Promise.resolve(),
  }
  return {
    upstream: declaration.baseUrl,
    pool: { count: 1, use: (_variations, play) => play(server), stop: server.stop },
    identities: {
      plain: plain || unknown.plain,
      mfa: mfa || unknown.mfa,
      privateToken: privateToken || unknown.privateToken,
      key: key ?? unknown.key,
    },
    without: new Map(
      Object.entries({
        token: !plain && 'accounts.plain is not declared',
        mfa: !usesUsualCodes && 'accounts.mfa is not declared, with codes of six digits, 30 seconds and SHA1',
        'private-token': !privateToken && 'privateTokens.plain is not declared',
        signature: !key && 'accessKeys is not declared',
        session: 'the specification does not say what the forms of a web login look like',
      } satisfies Record<Method, string | false>).filter(([, why]) => why) as [Method, string][],
    ),
  }
}

/** Returns the path, below the base URL, of a page declared as a path or a URL. */
const pathOf = (page: string, prefix: string): string =>
  page.startsWith('/') ? page : new URL(page).pathname.slice(prefix.length)

/** A client generates its codes itself, so it can't use an account whose codes come from a command. */
function withSecret(account: Declaration['accounts']['mfa']) {
  if (!account || account.otpSecret === undefined) return undefined
  return { ...account, otpSecret: account.otpSecret }
}
