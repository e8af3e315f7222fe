import { createApi } from '../client/api.ts'
import { shownList, shownListWithHost, signature } from '../client/credentials.ts'
import { families } from '../client/families.ts'
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
  const ways = families
    .filter((family) => run.support.list[family])
    .flatMap((family) => [shownList, shownListWithHost].map((list) => ({ family, list })))
  const lists = async (date: string, { family, list }: (typeof ways)[number]) => {
    const signed = signature(key, { date, list })
    return Array.isArray(notListed(await createApi(run, trace).list(family, signed, { role: 'step' })))
  }
  try {
    await runAsCase({ run, trace }, async () => {
      const date = signatureDates.before(2)
      for (const way of ways) {
        if (!(await lists(date, way))) continue
        if (await lists(date, way)) return signatureDates.acceptRepeats()
        for (const seconds of reaches) {
          if (await lists(signatureDates.before(seconds), way)) return signatureDates.reachBack(seconds)
        }
        return signatureDates.rise()
      }
      // None was accepted, so none can be used again: nobody needs to wait for seconds of their own.
      signatureDates.acceptRepeats()
    })
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
  }
}
