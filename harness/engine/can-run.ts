import { NotDeclared, NotSupported, SetupFailed } from '../outcomes.ts'
import { makeTools } from './make-tools.ts'
import type { Case } from './registry.ts'
import type { Run } from '../run/run.ts'
import { createTrace } from '../run/trace.ts'

/** True if the declaration has everything that a case asks for. Sends nothing. */
export function canRun(run: Run, { needs }: Case): boolean {
  const tools = makeTools(run, createTrace(), { until: async () => {}, leave: () => {} })
  try {
    for (const need of needs) void tools[need]
    return true
  } catch (error) {
    if ([NotDeclared, NotSupported, SetupFailed].some((kind) => error instanceof kind)) return false
    throw error
  }
}
