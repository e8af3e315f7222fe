// The reference pages: where they are, and that they exist in debug mode only.

import { bodyText } from '../../harness/client/answer.ts'
import { holds } from '../../harness/engine/case/expect.ts'
import type { Run } from '../../harness/run/run.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import {
  askForPage,
  credentialsForPages,
  namesApi,
  places,
  placesFor,
  shownAt,
  shownBy,
  type Shown,
} from './reference-page.ts'
import type { Credential } from '../../harness/client/credentials/credentials.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { requirement } from '../case/requirement.ts'
import { stillOpensLists } from './still-opens-lists.ts'

/** Not a credential, but what some servers tell their own machine by. */
const fromHere: Credential = {
  name: 'spoofed local headers',
  fields: () => ['X-Forwarded-For', 'X-Real-IP'].map((name) => [name, '127.0.0.1']),
}

for (const [rule, place] of [
  ['reference-pages.below-2', places.below2],
  ['reference-pages.from-2', places.from2],
] as const) {
  requirement(rule, 'in debug mode', { needs: ['debug'] }, async ({ api, run, debug }) => {
    debugMode(debug, true)
    await servedAt(place, api, run)
  })
}

requirement(
  'reference-pages.no-credentials',
  'in debug mode',
  { needs: ['debug'] },
  async ({ api, run, debug }) => {
    debugMode(debug, true)
    const found: string[] = []
    const credentials = await credentialsForPages(run)
    let isBehindLogin = credentials.length === 0
    for (const path of placesFor(run.declaration.serverVersion)) {
      const { shown, said } = await shownAt(api, path, run)
      if (shown === 'reference page') return holds(true, 'the reference page', '')
      if (shown === 'page of any path') throw mayBeInFrontEnd(path)
      found.push(said)
      for (const credential of credentials)
        isBehindLogin ||= (await shownAt(api, path, run, credential)).shown === 'reference page'
    }
    if (!isBehindLogin) throw new SetupFailed(`there is no reference page, with credentials or without`)
    holds(false, 'the reference page without credentials', found.join('; '))
  },
)

requirement(
  'reference-pages.debug-only',
  'outside debug mode',
  { needs: ['debug'], changed: 'the path' },
  async ({ api, run, debug }) => {
    debugMode(debug, false)
    const family = api.listFamily()
    const valid = await api.anyAccepted(family)
    await api.listed(family, valid)
    const credentials = await oneOfEachKind(api, run)
    let other: string | undefined
    // With and without the final slash: real servers serve either, or both.
    for (const path of Object.values(places).flatMap((place) => [place, otherSlash(place)])) {
      for (const credential of [undefined, fromHere, ...credentials]) {
        const answer = await askForPage(api, path, credential)
        const isPage = (await shownBy(api, answer, run, credential)) === 'reference page'
        if (isPage && !namesApi(bodyText(answer.exchange))) {
          other = answer.said
          continue
        }
        holds(
          !isPage,
          `no reference page at ${path}`,
          credential === fromHere ? `${answer.said} (with X-Forwarded-For: 127.0.0.1)` : answer.said,
        )
      }
    }
    await api.listed(family, valid)
    if (other !== undefined)
      throw new SetupFailed(`this page may be a manual, since it names no path of the API: ${other}`)
  },
)

/** Expects the page at the place that the version implies; if the version is unknown, either place will do. */
async function servedAt(place: string, api: Tools['api'], run: Run): Promise<void> {
  const { serverVersion } = run.declaration
  const possible = placesFor(serverVersion)
  if (!possible.includes(place))
    throw new NotSupported(`version ${serverVersion} has its reference page elsewhere`)
  const said: string[] = []
  const seen = new Set<Shown>()
  const credentials = await credentialsForPages(run)
  for (const path of possible) {
    for (const credential of [undefined, ...credentials]) {
      const found = await shownAt(api, path, run, credential)
      if (found.shown === 'reference page') return foundAt(path, place)
      said.push(found.said)
      seen.add(found.shown)
    }
  }
  await stillOpensLists(api, run)
  if (seen.has('page of any path')) throw mayBeInFrontEnd(place)
  const isLoggedIn = credentials.some(({ name }) => name === 'session cookie')
  if (!isLoggedIn && (seen.has('login') || seen.has('rejection')))
    throw new NotDeclared('session', `${place} may need a session: ${said.join('; ')}`)
  if (seen.has('rejection')) throw new SetupFailed(`nothing declared opens ${place}: ${said.join('; ')}`)
  holds(false, `a reference page at ${possible.join(' or ')}`, said.join('; '))
}

const mayBeInFrontEnd = (place: string) =>
  new SetupFailed(`${place} gets the same page as unknown paths, in which a front end may show anything`)

/** Returns a session and one of each other kind of credential that is declared. */
async function oneOfEachKind(api: Tools['api'], run: Run): Promise<Credential[]> {
  const found = new Map((await credentialsForPages(run)).map((one) => [one.name, one]))
  try {
    for await (const one of api.credentials()) if (!found.has(one.name)) found.set(one.name, one)
  } catch (error) {
    // The account can't log in, which is judged elsewhere.
    if (!(error instanceof SetupFailed)) throw error
  }
  return [...found.values()]
}

const otherSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

function foundAt(path: string, place: string): void {
  if (path !== place) throw new NotSupported(`the version is unknown, and the page stands at ${path}`)
  holds(true, `a reference page at ${place}`, '')
}

function debugMode(debug: boolean, wanted: boolean): void {
  if (debug !== wanted)
    throw new NotSupported(`the subject is declared to run ${debug ? 'in' : 'outside'} debug mode`)
}
