import { type Defect, wrap } from '../change.ts'
import { headerValues } from '../../common/call.ts'
import type { Parts } from '../../server/parts.ts'
import { Malformed } from '../../server/problems.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { onSecondStep, onWay } from '../shared/blocked.ts'
import { must } from '../shared/breach.ts'

/** Valid second steps that are rejected, or answered in another form. */
export const secondStepDefects: Defect[] = [
  {
    name: 'code-with-leading-zero-refused',
    summary: 'A valid code is kept as a number, so one that begins with zeros never matches.',
    breaks: must('mfa.second-step-grants-token'),
    apply: (parts) => refuseCodes(parts, (code) => code !== String(Number(code))),
  },
  {
    name: 'code-with-two-leading-zeros-refused',
    summary: 'A code below 10000 counts as too short.',
    breaks: must('mfa.second-step-grants-token'),
    apply: (parts) => refuseCodes(parts, (code) => Number(code) < 10_000),
  },
  {
    name: 'second-step-of-form-login-refused',
    summary: 'The second step does not know the seed of a form-encoded login.',
    breaks: must('mfa.second-step-grants-token'),
    apply({ seeds }) {
      wrap(seeds, 'issue', (issue) => (account, call) => {
        const seed = issue(account, call)
        if (call?.encoding === 'form') seeds.records.delete(seed.text)
        return seed
      })
    },
  },
  {
    name: 'second-step-form-only',
    summary: 'The second step of the older path family reads only form-encoded fields.',
    breaks: must('mfa.second-step-grants-token'),
    blocks: [
      ...onSecondStep,
      ...onWay,
      'mfa.challenge-shape',
      'mfa.fixed-second-step-path',
      'mfa.newer-family-two-steps',
      'mfa.second-step-token-response',
    ],
    apply({ choices }) {
      choices.secondStepEncodings['users-v1'] = ['form']
    },
  },
  {
    name: 'second-step-refuses-no-cache',
    summary: 'A second step with the header cache-control is rejected on both path families.',
    breaks: must('mfa.second-step-grants-token'),
    blocks: [
      ...onSecondStep,
      ...onWay,
      'mfa.challenge-shape',
      'mfa.fixed-second-step-path',
      'mfa.newer-family-two-steps',
      'mfa.second-step-token-response',
    ],
    apply({ shapes }) {
      wrap(shapes, 'submission', (read) => (call) => {
        if (headerValues(call, 'cache-control').length > 0) throw new Malformed('an unknown header')
        return read(call)
      })
    },
  },
  {
    name: 'second-step-token-opens-nothing-on-newer-list',
    summary: 'The list of the newer path family does not know tokens from a second step.',
    breaks: must('mfa.second-step-grants-token'),
    blocks: ['token.fixed-hour', 'token.works-for-hour'],
    apply({ tokens }) {
      wrap(tokens, 'find', (find) => (text, call) => {
        const token = find(text, call)
        return token?.issuedBy.operation === 'second-step' && call?.family === 'v1' ? undefined : token
      })
    },
  },
  {
    name: 'second-step-answers-html',
    summary: 'The token response of the second step has the content type text/html.',
    breaks: must('mfa.second-step-token-response'),
    apply(parts) {
      alterAnswers(parts, isCall('second-step'), (body, reply) => {
        reply.type('text/html')
        return JSON.stringify(body)
      })
    },
  },
  {
    name: 'second-step-token-null',
    summary: 'The second step returns the token null and reports success.',
    breaks: must('mfa.second-step-grants-token', 'mfa.second-step-token-response'),
    blocks: [
      ...onSecondStep,
      ...onWay,
      'mfa.challenge-shape',
      'mfa.fixed-second-step-path',
      'mfa.newer-family-two-steps',
    ],
    apply: (parts) =>
      alterAnswers(parts, isCall('second-step'), (body) => ({ ...membersOf(body), token: null })),
  },
]

function refuseCodes(parts: Parts, isRefused: (code: string) => boolean): void {
  wrap(parts, 'checkCode', (check) => (account, code, call) => !isRefused(code) && check(account, code, call))
}
