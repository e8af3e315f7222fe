import { type Defect, wrap } from '../change.ts'

export const loginDefects: Defect[] = [
  {
    name: 'login-skips-mfa-on-form',
    summary: 'A form-encoded login of an account with a second factor gets a token at once.',
    breaks: [{ requirement: 'mfa.one-step-grants-nothing', level: 'must' }],
    blocks: [],
    apply(parts) {
      wrap(
        parts,
        'needsSecondStep',
        (needs) => (account, call) => call.encoding !== 'form' && needs(account, call),
      )
    },
  },
]
