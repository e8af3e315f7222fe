import { hostCases } from '../harness/cases/vitest-worker.ts'
import { cases } from './all.ts'
import { observations } from './observations/all.ts'

hostCases(cases, observations)
