import { type Variation, wrap } from '../change.ts'

export const loginVariations: Variation[] = [
  {
    name: 'login-answers-201',
    summary: 'A login is answered with 201 and further fields beside the token.',
    breaks: [],
    inconclusive: [],
    apply({ answers, choices }) {
      choices.loginStatus = 201
      wrap(answers, 'token', (token) => (issued, call) => ({
        ...(token(issued, call) as object),
        keyword: 'Bearer',
        user: { username: issued.username },
      }))
    },
  },
  {
    name: 'refusals-answer-200',
    summary: 'Refusals have the status 200 and say what is wrong in the body.',
    breaks: [],
    inconclusive: [],
    apply({ choices }) {
      choices.notAuthenticatedStatus = 200
      choices.malformedStatus = 200
    },
  },
  {
    name: 'newer-family-only',
    summary: 'The older path family is not there.',
    breaks: [],
    inconclusive: [],
    declare: { pathFamilies: ['v1'] },
    apply({ choices }) {
      choices.pathFamilies = ['v1']
    },
  },
]
