import { notListed } from '../../client/grants.ts'
import { createApi } from '../../client/api/api.ts'
import { comparableBody } from '../../client/answer.ts'
import {
  anonymous,
  shownList,
  shownListWithHost,
  signature,
  type AccessKey,
  type Credential,
} from '../../client/credentials/credentials.ts'
import { families } from '../../facts/families.ts'
import { apartSeconds, reaches } from '../../ledgers/signature-dates.ts'
import { SetupFailed } from '../../outcomes.ts'
import { runAsCase } from '../../run/current-case.ts'
import type { Run } from '../../run/run.ts'
import { createTrace } from '../../run/trace.ts'
import { patiently } from '../case/patiently.ts'

/** The note for a subject that seems to ignore signatures. */
export const likeAnonymous =
  'signed requests get the same answers as requests without credentials: check keyId and keySecret, or declare accessKeys: false if the server knows no signatures'

/** A Date header that differs from real time by less may just be late, or cut to a second. */
const sameTimeMs = 2000

/**
 * Finds out, before any case, if the subject accepts the same signed request twice, and if not, how far a Date may lie
 * behind the subject's clock. The specification shows neither, so the requests of the run keep to what was seen here. If
 * none is accepted at the time of the Date header, which a proxy may have set, looks again in real time.
 */
export async function lookAtSignatures(run: Run): Promise<void> {
  const { accessKeys } = run.declaration
  const key = accessKeys === false ? undefined : accessKeys[0]
  if (!key) return
  const trace = createTrace()
  const { signatureDates } = run
  const ways = families
    .filter((family) => run.support.list[family])
    .flatMap((family) => [shownList, shownListWithHost].map((list) => ({ family, list })))
  const lists = async (date: string, { family, list }: (typeof ways)[number]) => {
    const signed = signature(key, { date, list })
    return Array.isArray(notListed(await createApi(run, trace).list(family, signed, { role: 'step' })))
  }
  const isAccepted = async () => {
    for (const way of ways) {
      const date = signatureDates.before(2)
      if (!(await lists(date, way))) continue
      if (await lists(date, way)) {
        const old = await lists(signatureDates.before(apartSeconds), way)
        signatureDates.acceptRepeats(old)
        return true
      }
      for (const seconds of reaches) {
        if (!(await lists(signatureDates.before(seconds), way))) continue
        signatureDates.reachBack(seconds)
        return true
      }
      signatureDates.rise()
      return true
    }
    for (const way of ways) {
      if (!(await lists(signatureDates.before(0), way))) continue
      signatureDates.keepToPresent()
      return true
    }
    return false
  }
  const moveBy = (ms: number) => {
    run.clock.calibrate(run.clock.now() + ms, run.monotonic(), run.monotonic())
    run.codes.begin()
  }
  const { dateAheadMs = 0 } = run
  const look = async () => {
    if (await isAccepted()) return
    if (Math.abs(dateAheadMs) > sameTimeMs) {
      moveBy(-dateAheadMs)
      try {
        if (await isAccepted()) return delete run.dateAheadMs
      } finally {
        if (run.dateAheadMs !== undefined) moveBy(dateAheadMs)
      }
    }
    // None was accepted, so none can be accepted twice: no request needs to wait for a second of its own.
    signatureDates.acceptRepeats(false)
    if (await isLikeAnonymous(run, key)) run.hints.add(likeAnonymous)
  }
  try {
    await patiently(run, () => runAsCase({ run, trace }, look))
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
  }
}

/** True if every list answers a signed request exactly as it answers one without credentials. */
async function isLikeAnonymous(run: Run, key: AccessKey): Promise<boolean> {
  const api = createApi(run, createTrace())
  const lists = families.filter((family) => run.support.list[family])
  for (const family of lists) {
    const ask = async (credential: Credential) => {
      const { exchange } = await api.list(family, credential, { role: 'step' })
      return `${exchange.response.status} ${comparableBody(exchange)}`
    }
    if ((await ask(anonymous)) !== (await ask(signature(key)))) return false
  }
  return lists.length > 0
}
