import type { Run } from '../../run/run.ts'
import type { Api } from '../api/api.ts'
import { createCodeSteps } from './code-steps.ts'
import { createFamilySteps } from './family-steps.ts'
import { createListSteps } from './list-steps.ts'
import { createLoginSteps } from './login-steps.ts'

/**
 * Steps towards what is judged: each insists on a valid answer; without it, the case is inconclusive.
 * @param until waits for a time on the subject's clock, in milliseconds since the Unix epoch
 */
export function createSteps(run: Run, api: Api, until: (ms: number) => Promise<void>) {
  const families = createFamilySteps(run)
  const logins = createLoginSteps(run, api)
  const codes = createCodeSteps(run, api, until)
  return {
    ...families,
    ...logins,
    ...codes,
    ...createListSteps(run, api, { ...families, ...logins, ...codes }),
  }
}

export type Steps = ReturnType<typeof createSteps>
