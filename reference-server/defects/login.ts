import { type Defect, wrap } from '../change.ts'

export const loginDefects: Defect[] = [
  {
    name: 'login-older-family-json-only',
    summary: 'The login of the older path family does not read form-encoded fields.',
    breaks: [
      { requirement: 'login.form-encoded', level: 'must' },
      { requirement: 'login.token-response', level: 'must' },
      { requirement: 'mfa.challenge-shape', level: 'must' },
    ],
    blocks: [
      'login.wrong-password',
      'login.no-challenge-without-mfa',
      'mfa.second-step-grants-token',
      'token.works-for-hour',
      'token.void-after-hour',
      'token.stays-void',
      'token.fixed-hour',
      'token.same-text',
    ],
    apply({ choices }) {
      choices.loginEncodings['users-v1'] = ['json']
    },
  },
  {
    name: 'login-answers-html',
    summary: 'The token response has the content type text/html.',
    breaks: [{ requirement: 'login.token-response', level: 'must' }],
    blocks: [],
    apply(parts) {
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        const answer = await handle(handler, call, reply)
        if (call.operation !== 'login') return answer
        reply.type('text/html')
        return JSON.stringify(answer)
      })
    },
  },
]
