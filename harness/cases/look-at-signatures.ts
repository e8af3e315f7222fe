import { createApi } from '../client/api.ts'
import { signature } from '../client/credentials.ts'
import { reaches } from '../client/signature-dates.ts'
import { SetupFailed } from '../verdicts/outcomes.ts'
import { runAsCase } from './current-case.ts'
import { notListed } from './expect.ts'
import type { Run } from './run.ts'
import { createTrace } from './trace.ts'

/**
 * Before any case: does the subject accept the same signed request twice, and if not, how far may the Date of one lie
 * behind its clock? Neither is shown by the specification, so the requests of the run keep to what was seen here.
 */
export async function lookAtSignatures(run: Run): Promise<void> {
  const { accessKeys } = run.declaration
  const key = accessKeys === false ? undefined : accessKeys[0]
  if (!key) return
  const trace = createTrace()
  const { signatureDates } = run
  const family = run.support.list.v1 ? 'v1' : 'users-v1'
  const lists = async (date: string) =>
    Array.isArray(
      notListed(await createApi(run, trace).list(family, signature(key, { date }), { role: 'step' })),
    )
  try {
    await runAsCase({ run, trace }, async () => {
      const date = signatureDates.before(2)
      if ((await lists(date)) && (await lists(date))) return signatureDates.acceptRepeats()
      for (const seconds of reaches) {
        if (await lists(signatureDates.before(seconds))) return signatureDates.reachBack(seconds)
      }
    })
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
  }
}
