import { beginningOf, comparableBody, isMissing, isSamePage, readJson } from '../../client/answer.ts'
import { createApi } from '../../client/api/api.ts'
import { atOnce } from '../../client/at-once.ts'
import { isLikeUnknownPath } from '../../client/other-causes/or-gateway.ts'
import { createSteps } from '../../client/steps/steps.ts'
import { texts } from '../../facts/json-texts.ts'
import {
  anonymous,
  bearer,
  cookie,
  privateToken,
  signature,
  type Credential,
} from '../../client/credentials/credentials.ts'
import { families, listPath, loginPath, type Family } from '../../facts/families.ts'
import { asksToWait, redirectTarget, send, type ApiRequest } from '../../client/send.ts'
import { NotDeclared, SetupFailed } from '../../outcomes.ts'
import { dateOf } from '../../clock/date-probe.ts'
import { listsUsers } from '../../facts/user-list.ts'
import { header, WireFailure, type Exchange, type Header } from '../../wire/exchange.ts'
import { keepToAnsweredAtOnce } from './answered-at-once.ts'
import { demandOwnOrigin } from './demand-own-origin.ts'
import { grantsAnywhere } from './grants-anywhere.ts'
import { patiently } from '../case/patiently.ts'
import type { Run } from '../../run/run.ts'
import { runAsCase } from '../../run/current-case.ts'
import { nothingFound } from '../../client/other-causes/or-family-missing.ts'
import { leaveMissingFamily } from './leave-missing-family.ts'
import { lookAtSignatures } from './look-at-signatures.ts'
import { createTrace } from '../../run/trace.ts'

/**
 * Finds out, before any case, what time the subject has, which path families it has, what its list looks
 * like, and if it accepts repeated signatures. Judges nothing.
 * @param probe the very first answer
 * @throws Misdeclared if every path leads to another origin
 */
export async function firstLook(
  run: Run,
  probe: Exchange,
  { calibrate }: { calibrate: boolean },
): Promise<void> {
  await demandOwnOrigin(run, probe)
  if (calibrate) calibrateByDate(run, probe)
  run.rateLimit.answered(probe)
  await keepToAnsweredAtOnce(run, probe)
  run.firstStatus = probe.response.status
  run.firstBody = comparableBody(probe)
  run.bansShow = !asksToWait(probe.response)
  run.grantsAnywhere = await grantsAnywhere(run)
  // A cache answers with the Date of an earlier response; to a POST, it never does.
  const { POST } = run.unknownPath
  if (calibrate && POST && Number(header(probe.response.headers, 'age')) > 0) calibrateByDate(run, POST)
  run.codes.begin()
  run.rejectsAllAtFirst = isLikeUnknownPath(run, probe)
  const { pathFamilies } = run.declaration
  if (pathFamilies) {
    for (const family of families)
      run.support.login[family] = run.support.list[family] = pathFamilies.includes(family)
  } else {
    await findFamilies(run)
  }
  const closed: Family[] = []
  for (const family of families)
    if (run.support.list[family] && !(await opens(run, family, anonymous))) closed.push(family)
  await learnLists(run, closed)
  await lookAtSignatures(run)
  // After these, a server may ban the client: what was accepted before them shows then that it did.
  for (const family of closed) await sendMadeUp(run, family)
}

/**
 * Asks for the list without credentials. If no answer comes in time, asks in other ways, all at once: there may be just one
 * kind of request that the server never answers.
 * @throws WireFailure if no complete HTTP answer comes
 */
export async function probeSubject(wire: Run['wire'], family: Family = 'v1'): Promise<Exchange> {
  const accept = ['Accept', 'application/json'] as const
  const ask = (family: Family, ...headers: Header[]) =>
    wire.send(
      { method: 'GET', target: wire.prefix + listPath[family], headers: [accept, ...headers] },
      { part: 'list' },
    )
  try {
    return await ask(family)
  } catch (error) {
    if (!(error instanceof WireFailure) || error.kind !== 'timeout') throw error
    const unknown = ['Authorization', 'Bearer nobody'] as const
    const others = [ask('users-v1'), ask('v1', unknown), ask('users-v1', unknown)]
    return await Promise.any(others).catch(() => Promise.reject(error))
  }
}

/** Retries after a Retry-After, because no case can make up for what the first look misses. */
const again = <T>(run: Run, work: () => Promise<T>): Promise<T> => patiently(run, work)

const ask = (run: Run, request: ApiRequest): Promise<Exchange> =>
  again(run, () => send(run, createTrace(), request))

/**
 * Learns words that also come to made-up credentials, such as the address of a user to ask: they don't tell of the list. A list
 * that is open to all is not asked: it may be long.
 */
async function sendMadeUp(run: Run, family: Family): Promise<void> {
  const word = run.random.word(32)
  const key = { keyId: word, username: '', ...(run.declaration.accessKeys || [])[0], keySecret: word }
  const madeUp = [bearer(word), privateToken(word), cookie(word), signature(key)]
  await atOnce(run, madeUp, (credential) => opens(run, family, credential))
}

/**
 * True if a credential that is none opens the list. Learns what the list answers without credentials, to tell records from
 * arrays of something else, and the words of every rejection.
 */
async function opens(run: Run, family: Family, credential: Credential): Promise<boolean> {
  const request = { method: 'GET', path: listPath[family], credential, role: 'step', part: 'list' } as const
  try {
    const exchange = await ask(run, request)
    const json = readJson(exchange)
    if (credential === anonymous) run.lists.sawAnonymous(family, json)
    const isList = listsUsers(json)
    if (credential === anonymous || !isList) run.lists.addInnocent(words(exchange))
    return isList
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    return false
  }
}

/**
 * Learns what the list looks like from the first declared credential that opens it. Without that, an answer without
 * records could be a list that is wrong for everybody.
 * @param closed the lists that need a credential
 */
async function learnLists(run: Run, closed: readonly Family[]): Promise<void> {
  const trace = createTrace()
  await runAsCase({ run, trace }, async () => {
    const api = createApi(run, trace)
    const steps = createSteps(run, api, () =>
      Promise.reject(new SetupFailed('no code is used up before the cases')),
    )
    const tryTo = async (work: () => Promise<unknown>) => {
      try {
        await again(run, work)
      } catch (error) {
        if (!(error instanceof SetupFailed) && !(error instanceof NotDeclared)) throw error
      }
    }
    if (!run.declaration.pathFamilies && steps.listFamilies().length > 1)
      await tryTo(() => leaveMissingFamily(run, api, ask))
    for (const family of steps.listFamilies())
      await tryTo(async () => {
        const credential = await steps.anyAccepted(family)
        // Only an answer with records that are known already shows that a credential was accepted.
        if (closed.includes(family)) await api.list(family, credential, { role: 'step' })
      })
  })
}

function calibrateByDate(run: Run, exchange: Exchange): void {
  const reading = dateOf(exchange)
  run.timeUnknown = reading === undefined
  if (!reading) return
  const { clock } = run
  const realMs = clock.now()
  clock.calibrate(reading.subjectMs, reading.sentAt, reading.answeredAt)
  if (clock.kind === 'none') run.dateAheadMs = (run.dateAheadMs ?? 0) + clock.now() - realMs
}

/**
 * Finds the login and list paths that exist. A login request without fields causes no failed login, and a list request
 * without credentials uses none. A server may serve a page at every unknown path; there, an answer without users is no list.
 */
export async function findFamilies(run: Run): Promise<void> {
  const leadAway: Family[] = []
  for (const family of families) {
    const login = await look(run, 'POST', loginPath[family])
    const list = await look(run, 'GET', listPath[family])
    run.support.login[family] = login === 'exists'
    run.support.list[family] = list === 'exists'
    if (login === 'leads away' || list === 'leads away') leadAway.push(family)
  }
  const found = families.filter((family) => run.support.login[family] || run.support.list[family])
  if (found.length === 0 && !servesUnknownLogins(run)) {
    run.foundNothing = true
    run.hints.add(nothingFound(run))
  }
  // At least one login and one list must exist. If none was found, every family is judged of which anything was; if nothing
  // was found of either, each one that leads away, as the rejection of a request without credentials may.
  const mayBeThere = leadAway.length > 0 ? leadAway : families
  const judged = found.length > 0 ? found : mayBeThere
  for (const kind of ['login', 'list'] as const) {
    if (!families.some((family: Family) => run.support[kind][family]))
      run.support[kind] = { 'users-v1': judged.includes('users-v1'), v1: judged.includes('v1') }
  }
}

async function look(run: Run, method: string, path: string): Promise<'exists' | 'is missing' | 'leads away'> {
  const body =
    method === 'POST' ? { headers: [['Content-Type', 'application/json']] as const, body: '{}' } : {}
  try {
    const exchange = await ask(run, {
      method,
      path,
      credential: anonymous,
      role: 'step',
      part: method === 'POST' ? 'login' : 'list',
      ...body,
      // A path that does not exist counts no login.
      login: { ending: ({ response }) => (response.status === 404 ? 'neither' : undefined) },
    })
    const { status } = exchange.response
    if (redirectTarget(exchange, run.wire.origin) !== undefined) return 'exists'
    const isOk = status >= 200 && status < 300
    if (method === 'GET' && isOk && run.servesUnknownPaths) return isThere(listsUsers(readJson(exchange)))
    const { POST } = run.unknownPath
    if (method === 'POST' && isOk && POST && servesUnknownLogins(run))
      return isThere(!isSamePage(comparableBody(POST), comparableBody(exchange)))
    return isRedirect(status) ? 'leads away' : isThere(!isMissing(status))
  } catch (error) {
    if (error instanceof SetupFailed) return 'exists'
    throw error
  }
}

const isThere = (is: boolean) => (is ? 'exists' : 'is missing')

/** True if a login to a path where nothing is gets a 2xx, for instance from a server that tells of every error in the body. */
const servesUnknownLogins = ({ unknownPath: { POST } }: Run): boolean =>
  POST !== undefined && POST.response.status >= 200 && POST.response.status < 300

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** Limits for the text of answers without credentials; a rejection is never longer. */
const innocentBytes = 1024 * 1024
const mostWords = 100_000

function words(exchange: Exchange): string[] {
  const json = readJson(exchange)
  if (json !== undefined) return texts(json).slice(0, mostWords)
  return beginningOf(exchange, innocentBytes).split(/[^\p{L}\p{N}@._-]+/u)
}
