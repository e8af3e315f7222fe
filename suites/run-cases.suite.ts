import { hostCases } from '../harness/cases/vitest-worker.ts'
import { cases } from './all.ts'

hostCases(cases)
