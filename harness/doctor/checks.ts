import { notListed } from '../client/grants.ts'
import { createTrace } from '../run/trace.ts'
import { runAsCase } from '../run/current-case.ts'
import { likeAnonymous } from '../engine/first-look/look-at-signatures.ts'
import { makeTools } from '../engine/make-tools.ts'
import type { Run } from '../run/run.ts'
import type { Tools } from '../engine/case/tools.ts'
import {
  bearer,
  cookie,
  privateToken,
  signature,
  type Credential,
} from '../client/credentials/credentials.ts'
import { NotDeclared, SetupFailed } from '../outcomes.ts'

/** A check of one field that sends only valid requests. `look` returns what it saw, or throws SetupFailed. */
export interface Check {
  field: string
  /** Undefined if nothing is declared, false if declared as not supported. */
  declared: unknown
  /** What to do if the check fails. */
  fix: string
  /** What to do instead if a login is accepted, and its token opens no list. */
  fixOfToken?: string
  look(tools: Tools): Promise<string>
}

/** A credential opens no list. */
export class OpensNothing extends SetupFailed {}

const fixOfToken =
  'the login returned that token, so check that the server reads the Authorization header, and that no web server or proxy removes it'

/** Returns a check for each field of the declaration that a case may need. */
export function checksOf(run: Run): Check[] {
  const { accounts, privateTokens, accessKeys, session, debug, clock } = run.declaration
  const keys = accessKeys === false ? [false, false] : [accessKeys[0], accessKeys[1]]
  return [
    ...(['plain', 'plain2'] as const).map((name): Check => ({
      field: `accounts.${name}`,
      declared: accounts[name],
      fix: 'check username and password, and that the account has no second factor',
      fixOfToken,
      look: (tools) => logsIn(tools, name === 'plain' ? tools.account : tools.account2),
    })),
    ...(['mfa', 'mfa2'] as const).map((name): Check => ({
      field: `accounts.${name}`,
      declared: accounts[name],
      fix: 'check username, password and otpSecret with its digits and period, or otpCommand, that the account has a second factor, and mfaFlow',
      fixOfToken,
      look: (tools) => logsInTwice(tools, name === 'mfa' ? tools.mfaAccount : tools.mfaAccount2),
    })),
    ...(['plain', 'mfa'] as const).map((name): Check => ({
      field: `privateTokens.${name}`,
      declared: privateTokens[name],
      fix: 'read the token again with the operator command of the server',
      look: async (tools) => {
        const { token, username } = name === 'plain' ? tools.privateTokenOf : tools.mfaPrivateToken
        return `${username}'s token opens ${await opens(tools, privateToken(token, username))}`
      },
    })),
    {
      field: 'privateTokens.operator',
      declared: privateTokens.operator,
      fix: 'try the command by hand, in the folder of the declaration',
      look: showsToken,
    },
    ...[0, 1].map((index): Check => ({
      field: `accessKeys[${index}]`,
      declared: keys[index],
      fix: `check keyId and keySecret, and that the key is active${run.hints.has(likeAnonymous) ? '; or declare accessKeys: false: signed requests get the same answers as requests without credentials' : ''}`,
      look: async (tools) => {
        const key = index === 0 ? tools.accessKey : tools.accessKey2
        return `a request signed for ${key.username} opens ${await opens(tools, signature(key))}`
      },
    })),
    {
      field: 'session',
      declared: session,
      fix: 'log in with a browser and compare: the page, its fields, the name of the cookie',
      look: hasSession,
    },
    // The run judges the declared value.
    ...(debug === undefined ? [{ field: 'debug', declared: debug, fix: '', look: async () => '' }] : []),
    {
      field: 'clock',
      declared: clock.kind === 'none' ? undefined : clock,
      fix: 'see docs/clock-protocol.md, and that the server whose clock is moved is the one that answers',
      look: moves,
    },
  ]
}

export async function carryOutCheck(run: Run, { look }: Check): Promise<string> {
  const trace = createTrace()
  const participant = await run.timeline.join()
  try {
    const { until } = participant
    return await runAsCase({ run, trace, until }, () => look(makeTools(run, trace, participant)))
  } finally {
    participant.leave()
  }
}

async function logsIn(tools: Tools, account: Tools['account']): Promise<string> {
  const token = await tools.api.token(account)
  return `${account.username} logs in, and the token opens ${await opens(tools, bearer(token, account.username))}`
}

async function logsInTwice(tools: Tools, account: Tools['mfaAccount']): Promise<string> {
  const { api } = tools
  const token = await api.redeem(await api.freshChallenge(account))
  return `${account.username} logs in with a code, and the token opens ${await opens(tools, bearer(token, account.username))}`
}

async function showsToken(tools: Tools): Promise<string> {
  const { operator, run } = tools
  const untried = operator.createFor === undefined ? 'create is not tried' : `create is tried only in a run`
  const owned = [run.declaration.privateTokens.plain, run.declaration.privateTokens.mfa].find(Boolean)
  if (!operator.show) return `${untried}; declare show, so that the token that exists can be read`
  if (!owned) return `${untried}; declare privateTokens.plain, so that show can be tried`
  const { exitCode, stdout } = await operator.show(owned.username)
  if (exitCode !== 0) throw new SetupFailed(`show for ${owned.username} ended with exit code ${exitCode}`)
  if ((await tools.api.firstThatLists(stdout, owned.username)) === undefined)
    throw new SetupFailed(`show for ${owned.username} printed no token that opens the list`)
  return `show prints a working token for ${owned.username}; ${untried}`
}

async function hasSession(tools: Tools): Promise<string> {
  const { session } = tools
  if (session.declaredCookie !== undefined)
    return `the cookie opens ${await opens(tools, cookie(session.declaredCookie))}`
  const { after, cookieNames, said } = await session.logIn(tools.account)
  if (after === undefined || after === '')
    throw new SetupFailed(`the login set no cookie sessionid (cookies set: ${cookieNames}): ${said}`)
  return `the web login sets a cookie that opens ${await opens(tools, cookie(after))}`
}

const smallJumpSeconds = 5

async function moves({ run }: Tools): Promise<string> {
  if (!run.clock.movable) return 'it moves only as real time passes; runs wait for it with --slow'
  await run.clock.advance(smallJumpSeconds)
  return `was moved by ${smallJumpSeconds} s, and shows the new time`
}

/** Returns the lists that a credential opens. @throws SetupFailed if it opens none */
async function opens({ api }: Tools, credential: Credential): Promise<string> {
  const opened: string[] = []
  let why = 'there is no list'
  let isForbidden = false
  for (const family of api.listFamilies()) {
    const answer = await api.list(family, credential, { role: 'step' })
    const listed = notListed(answer)
    if (listed instanceof NotDeclared) return 'no list, as is declared (mayList: false)'
    if (listed instanceof Error) {
      why = listed.message
      isForbidden ||= answer.exchange.response.status === 403
    } else opened.push(family)
  }
  if (isForbidden && opened.length === 0)
    throw new SetupFailed(
      `${why}; if the account has no right to read the list, declare mayList: false on it`,
    )
  if (opened.length === 0) throw new OpensNothing(why)
  return opened.length === 1 ? `the list of ${opened[0]}` : 'both lists'
}
