// Random sequences of logins, second steps, lists and jumps of the clock, compared with a model of the server.

import type { Need } from '../../harness/engine/case/tools.ts'
import { currentCase } from '../../harness/run/current-case.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { judgeBy, keepsRule } from './explore.ts'
import { walked } from './walk-complete.ts'
import { requirement } from '../case/requirement.ts'

/** The rules that the model watches, each with what it needs to detect a violation. */
const rules: Partial<Record<RequirementId, Need[]>> = {
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
  'private-token.second-creation-fails': ['operator'],
  'private-token.second-creation-keeps': ['operator'],
  'signature.accepted': ['accessKey'],
  'session.accepted': ['session'],
  'session.web-login': ['session'],
  'anonymous.no-credentials': [],
}

/** Other rules that may explain an answer that breaks a rule in a sequence. */
const indistinct: Partial<Record<RequirementId, readonly RequirementId[]>> = {
  'token.works-for-hour': [
    'token.bearer',
    'token.many-uses',
    'token.fixed-hour',
    'mfa.second-step-grants-token',
  ],
  'token.void-after-hour': ['token.fixed-hour', 'token.stays-void', 'token.same-text'],
  'token.stays-void': ['token.fixed-hour', 'token.void-after-hour'],
  'private-token.accepted': ['private-token.spares-second-step', 'private-token.permanent'],
  'anonymous.no-credentials': ['anonymous.next-request'],
}

for (const [rule, needed] of Object.entries(rules) as [RequirementId, Need[]][]) {
  const needs: Need[] = ['account', ...needed]
  const options = { needs, phase: 'sequences', indistinctFrom: indistinct[rule] ?? [] } as const
  requirement(rule, 'in any sequence of steps', options, async (asked) => {
    const { id = '' } = currentCase()
    await keepsRule(asked, rule, asked.run.replays?.has(id) ? id : undefined)
  })
}

/** The rules that the complete sets of sequences (`--depth`) can show to be broken. */
const completely: RequirementId[] = [
  'login.wrong-password',
  'mfa.challenge-shape',
  'mfa.newer-family-two-steps',
  'mfa.challenge-opens-nothing',
  'mfa.second-step-grants-token',
  'mfa.wrong-code',
  'mfa.wrong-seed',
  'mfa.other-accounts-seed',
  'mfa.seed-one-time',
  'token.works-for-hour',
  'token.void-after-hour',
  'anonymous.unknown-token',
]

const all: Need[] = ['account', 'mfaAccount', 'mfaAccount2', 'clock']

for (const rule of completely) {
  const options = {
    needs: all,
    phase: 'sequences',
    depth: true,
    indistinctFrom: indistinct[rule] ?? [],
  } as const
  requirement(rule, 'in the complete set of sequences', options, async (asked) => {
    const { id = '' } = currentCase()
    const path = asked.run.replays?.get(id)?.path
    judgeBy(await walked(asked, path === undefined ? undefined : Number(path.split(':')[1])), rule)
  })
}
