import { hostCases } from '../harness/engine/vitest/vitest-worker.ts'
import { cases } from './all.ts'
import { observations } from './observations/all.ts'

hostCases(cases, observations)
