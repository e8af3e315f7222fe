import type { Run } from '../engine/run.ts'
import { runAsCase } from '../engine/current-case.ts'
import { createTrace, type Trace } from '../engine/trace.ts'
import { AskedToWait, SetupFailed } from '../verdicts/outcomes.ts'
import { bodyText, isChallenge, tokenIn, type Answer } from './answer.ts'
import { createApi } from './api.ts'
import { anonymous } from './credentials.ts'

/**
 * The other half of an acceptance: it counts only if the same request with something wrong is rejected. Controls are
 * put on the case here and carried out when it has passed; those of logins once a run, those of lists each time.
 */
export function loginControl(run: Run, trace: Trace, { family = 'v1', exchange }: Answer): void {
  const type = exchange.request.headers.find(([name]) => name === 'Content-Type')?.[1]
  const encoding = type === 'application/json' ? 'json' : 'form'
  trace.controls.set(loginKey, async () => {
    const reason = await once(run, loginKey, async () => {
      const stranger = { username: `nobody-${run.random.word(10)}`, password: run.random.word(16) }
      const trace = createTrace()
      // Once a run, on the account of no case.
      const answer = await runAsCase({ run, trace }, () =>
        createApi(run, trace).login(stranger, { family, encoding, role: 'twin' }),
      )
      if (tokenIn(answer) !== undefined || isChallenge(answer))
        return `any credentials are accepted: ${answer.said}`
      return undefined
    })
    if (reason !== undefined) throw new SetupFailed(reason)
  })
}

const loginKey = 'login'

/** A stranger's login was rejected where a case judged it: no further one is needed as a control. */
export function strangerWasRejected(run: Run): void {
  run.controls.set(loginKey, Promise.resolve(undefined))
}

/** The same list request without credentials, on a fresh connection, must get no records, or the accepted one shows nothing. */
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

function once(run: Run, key: string, work: () => Promise<string | undefined>): Promise<string | undefined> {
  const known = run.controls.get(key)
  if (known) return known
  const begun = work()
  run.controls.set(key, begun)
  // One that was asked to come back later is carried out again.
  begun.catch((error: unknown) => error instanceof AskedToWait && run.controls.delete(key))
  return begun
}
