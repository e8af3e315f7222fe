import { currentAllowance } from '../../harness/run/current-case.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { atOnce } from '../../harness/client/at-once.ts'
import { anonymous } from '../../harness/client/credentials/credentials.ts'
import { families, listPath, loginPath } from '../../harness/facts/families.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import type { Exchange } from '../../harness/wire/exchange.ts'
import { askForPage, credentialsForPages, places, shownBy } from '../reference-pages/reference-page.ts'
import { observation } from '../measuring/observe.ts'
import { limitOf } from '../measuring/limit-of.ts'
import { postToLogin } from '../measuring/post.ts'
import { described, location, together } from '../measuring/words.ts'

/** Sends a bare request to a path and follows no redirect. A server may count an empty login as a failed one. */
async function bare({ run }: Pick<Tools, 'run'>, method: 'GET' | 'POST', path: string): Promise<Exchange> {
  const headers = [['Accept', 'application/json'] as const]
  const target = run.wire.prefix + path
  if (method === 'GET') return await run.wire.send({ method, target, headers }, { part: 'list' })
  const typed = [...headers, ['Content-Type', 'application/json'] as const]
  const settle = run.failedLogins.attempt({}, currentAllowance())
  try {
    const exchange = await run.wire.send({ method, target, headers: typed, body: '{}' }, { part: 'login' })
    const { status } = exchange.response
    settle([301, 302, 303, 307, 308, 404, 405, 410].includes(status) ? 'neither' : 'rejected')
    return exchange
  } finally {
    // Has no effect after an answer.
    settle('unanswered')
  }
}

const place = (exchange: Exchange): string => `${exchange.response.status}${location(exchange)}`

observation('observe.path-families', { needs: ['account'] }, async ({ run }) => {
  const findings: [string, string][] = []
  for (const family of families) {
    findings.push([`${family} login`, served(await bare({ run }, 'POST', loginPath[family]))])
    findings.push([`${family} list`, served(await bare({ run }, 'GET', listPath[family]))])
  }
  return together(findings)
})

function served(exchange: Exchange): string {
  const { status } = exchange.response
  if (status >= 300 && status < 400) return `leads elsewhere: ${place(exchange)}`
  return [404, 405, 410].includes(status) ? `not served: ${status}` : 'served'
}

observation('observe.trailing-slash', { needs: ['account'] }, async ({ run }) => {
  const findings: [string, string][] = []
  for (const family of families.filter((one) => run.support.list[one])) {
    findings.push([`${family} list`, place(await bare({ run }, 'GET', listPath[family].slice(0, -1)))])
  }
  for (const family of families.filter((one) => run.support.login[one])) {
    findings.push([`${family} login`, place(await bare({ run }, 'POST', loginPath[family].slice(0, -1)))])
  }
  return together(findings)
})

observation('observe.reference-page-place', { needs: ['session', 'account'] }, async ({ api, run }) => {
  const paths = Object.values(places).flatMap((path) =>
    path.endsWith('/') ? [path, path.slice(0, -1)] : [path, `${path}/`],
  )
  const credentials = [anonymous, ...(await credentialsForPages(run))]
  const found = await atOnce(run, paths, async (path) => {
    for (const credential of credentials) {
      const answer = await askForPage(api, path, credential)
      if ((await shownBy(api, answer, run, credential)) !== 'reference page') continue
      return credential === anonymous ? [path] : [`${path} (only with ${credential.name})`]
    }
    return []
  })
  return found.flat().join(', ') || 'at neither of the two places'
})

/** The largest body sent, in bytes; a well-behaved client sends no more. */
const largestBody = 4 * 1024 * 1024
const kib = 1024

observation('observe.body-limit', {}, async ({ run }) => {
  // Without a password it is no login, however large.
  const rejectionOf = async (kibs: number) => {
    const bytes = Math.max(64, kibs * kib)
    const start = '{"username":"nobody","padding":"'
    const body = `${start}${'x'.repeat(bytes - start.length - 2)}"}`
    try {
      return described(await postToLogin({ run }, body))
    } catch (error) {
      // A server may answer before the body ends and close the connection.
      if (error instanceof SetupFailed) return 'a connection that is closed before a complete answer came'
      throw error
    }
  }
  const small = await rejectionOf(0)
  let large = ''
  const limit = await limitOf({
    most: largestBody / kib,
    usual: [64, 100, 128, 256, 512, 1024, 2048, 2560],
    async works(kibs) {
      const rejection = await rejectionOf(kibs)
      if (rejection !== small) large = rejection
      return rejection === small
    },
  })
  if (limit.fails === undefined) return `${limit.works} KiB or more: nothing larger was sent`
  const between = `${limit.works} KiB are read like a small body`
  return `${between}, ${limit.fails} KiB get ${large}`
})

observation('observe.rate-limit', {}, async ({ run }) => {
  const { limited, retryAfter, headers } = run.rateLimit.seen
  const named =
    headers.length === 0 ? 'no answer named a limit' : `answers carried ${headers.toSorted().join(', ')}`
  if (limited === 0) return `none was limited; ${named}`
  const asked =
    retryAfter.length === 0 ? 'without Retry-After' : `with Retry-After ${retryAfter.slice(0, 3).join(', ')}`
  return `yes, with 429 ${asked}; ${named}`
})
