import type { Scenario } from '../../../harness/client-judge/played.ts'
import { disturbedScenarios } from './disturbed.ts'
import { freedomScenarios } from './freedoms.ts'
import { loginErrorScenarios } from './login-errors.ts'
import { plainScenarios } from './plain.ts'
import { secondFactorOn } from './second-factor-on.ts'
import { secondStepScenarios } from './second-step.ts'

/** The scenarios on a plain server come first: they show what a client can do at all. */
export const scenarios: readonly Scenario[] = [
  ...plainScenarios,
  ...freedomScenarios,
  ...disturbedScenarios,
  ...loginErrorScenarios,
  ...secondStepScenarios,
  secondFactorOn,
]
