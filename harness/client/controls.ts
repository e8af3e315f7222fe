import type { Run } from '../run/run.ts'
import { runAsCase, untilOfCase } from '../run/current-case.ts'
import { createTrace, type Trace } from '../run/trace.ts'
import { AskedToWait, SetupFailed } from '../outcomes.ts'
import { bodyText, isChallenge, tokenIn, type Answer } from './answer.ts'
import { createApi } from './api/api.ts'
import { anonymous } from './credentials/credentials.ts'

/**
 * The other half of an acceptance, which counts only if an invalid request of the same kind is rejected. Adds the control
 * to the case, which carries it out when it has passed: controls of logins once per run, those of lists each time.
 */
export function loginControl(run: Run, trace: Trace, { family = 'v1', exchange }: Answer): void {
  const type = exchange.request.headers.find(([name]) => name === 'Content-Type')?.[1]
  const encoding = type === 'application/json' ? 'json' : 'form'
  trace.controls.set(loginKey, async () => {
    const reason = await once(run, loginKey, async () => {
      const stranger = { username: `nobody-${run.random.word(10)}`, password: run.random.word(16) }
      const trace = createTrace()
      const until = untilOfCase()
      // It runs once per run, so no case's allowance pays for it.
      const logIn = () =>
        runAsCase({ run, trace, ...(until && { until }) }, () =>
          createApi(run, trace).login(stranger, { family, encoding, role: 'twin' }),
        )
      // If its answer is lost, every case that logs in would end without a result, so it is sent again, once.
      const answer = await logIn().catch((error: unknown) => {
        if (!(error instanceof SetupFailed) || error instanceof AskedToWait) throw error
        return logIn()
      })
      if (tokenIn(answer) !== undefined || isChallenge(answer))
        return `any credentials are accepted: ${answer.said}`
      return undefined
    })
    if (reason !== undefined) throw new SetupFailed(reason)
  })
}

const loginKey = 'login'

/** Records that a case saw a stranger's login rejected: no further one is needed as a control. */
export function strangerWasRejected(run: Run): void {
  run.controls.set(loginKey, Promise.resolve(undefined))
}

export async function sawStrangerRejected(run: Run): Promise<boolean> {
  const control = run.controls.get(loginKey)
  return control !== undefined && (await ofOther(control)) === undefined
}

/** Adds a control: the same list request without credentials, on a fresh connection, must get no records. */
export function listControl(run: Run, trace: Trace, { family = 'v1', exchange }: Answer): void {
  const query = exchange.request.target.split('?')[1]
  trace.controls.set(`list ${family} ${query ?? ''}`, async () => {
    const answer = await createApi(run, trace).list(family, anonymous, {
      role: 'twin',
      wire: { freshConnection: true },
      ...(query === undefined ? {} : { query }),
    })
    if (run.lists.leak(family, answer.json, () => bodyText(answer.exchange)) !== undefined)
      throw new SetupFailed(`the list is open to everyone: ${answer.said}`)
  })
}

/** Does something once a run, and returns what it found out. */
export function once(
  run: Run,
  key: string,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const known = run.controls.get(key)
  if (known) return ofOther(known)
  const begun = work()
  run.controls.set(key, begun)
  // A control that was asked to come back later is carried out again.
  begun.catch((error: unknown) => error instanceof AskedToWait && run.controls.delete(key))
  return begun
}

/** The result of another case's work, which may wait for the clock to move: it moves only if this case waits, too. */
async function ofOther<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  const end = () => void (isDone = true)
  work.then(end, end)
  await Promise.resolve()
  // A case that has nothing to wait for must not be overtaken by a jump.
  if (!isDone) await untilOfCase()?.(Infinity, work)
  return await work
}
