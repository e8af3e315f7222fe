import type { ToolName } from '../harness/cases/tools.ts'
import { currentCase } from '../harness/cases/current-case.ts'
import type { RequirementId } from './catalogue/index.ts'
import { keepsRule } from './model/explore.ts'
import { requirement } from './requirement.ts'

/** The rules that the model watches, each with what it takes to see it broken. */
const rules: Partial<Record<RequirementId, ToolName[]>> = {
  'login.json': [],
  'login.form-encoded': [],
  'login.wrong-password': [],
  'mfa.challenge-shape': ['mfaAccount'],
  'mfa.newer-family-two-steps': ['mfaAccount'],
  'mfa.wrong-password-no-challenge': ['mfaAccount'],
  'mfa.challenge-opens-nothing': ['mfaAccount'],
  'mfa.second-step-grants-token': ['mfaAccount', 'clock'],
  'mfa.wrong-code': ['mfaAccount'],
  'mfa.other-accounts-seed': ['mfaAccount', 'mfaAccount2', 'clock'],
  'mfa.seed-one-time': ['mfaAccount', 'clock'],
  'mfa.seed-fresh': ['mfaAccount', 'clock'],
  'mfa.seed-per-account': ['mfaAccount', 'mfaAccount2'],
  'token.works-for-hour': ['clock'],
  'token.void-after-hour': ['clock'],
  'token.stays-void': ['clock'],
  'private-token.accepted': ['privateTokenOf'],
  'signature.accepted': ['accessKey'],
  'session.accepted': ['session'],
  'session.web-login': ['session'],
  'anonymous.no-credentials': [],
}

for (const [rule, needed] of Object.entries(rules) as [RequirementId, ToolName[]][]) {
  const tools: ToolName[] = ['api', 'account', 'run', ...needed]
  requirement(rule, 'in any sequence of steps', { tools, phase: 'hours' }, async (asked) => {
    for (const tool of needed) void asked[tool]
    const { id = '' } = currentCase()
    await keepsRule(asked, rule, asked.run.replays?.has(id) ? id : undefined)
  })
}
