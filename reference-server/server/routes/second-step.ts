import type { FastifyInstance } from 'fastify'
import type { PathFamily } from '../../common/choices.ts'
import type { Parts } from '../parts.ts'
import { Problem } from '../problems.ts'
import { addRoute } from './route.ts'

const seedIsVoid = 'the seed is unknown, spent or too old'

/** Adds the second step of login: takes seed and one-time code, returns a token. */
export function addSecondStep(app: FastifyInstance, parts: Parts): void {
  for (const family of parts.choices.pathFamilies)
    addSecondStepAt(app, parts, parts.paths.secondStep[family], family)
}

export function addSecondStepAt(app: FastifyInstance, parts: Parts, path: string, family: PathFamily): void {
  const { choices, seeds } = parts
  addRoute(app, parts, {
    method: 'POST',
    path,
    operation: 'second-step',
    family,
    async handler(call, reply) {
      const submission = parts.shapes.submission(call)
      const seed = seeds.find(submission.seed, call)
      const account = seed && parts.accounts.find(seed.username, call)
      if (!seed || !account) throw new Problem('not-authenticated', seedIsVoid)
      const spent = choices.wrongCodeSpendsSeed
      if (spent && !(await seeds.spend(seed, call))) throw new Problem('not-authenticated', seedIsVoid)
      if (!(await parts.checkCode(account, submission.otp_code, call))) {
        throw new Problem('not-authenticated', 'the one-time code is not valid now')
      }
      if (!spent && !(await seeds.spend(seed, call))) throw new Problem('not-authenticated', seedIsVoid)
      reply.status(choices.loginStatus)
      return parts.answers.token(parts.tokens.issue(account, call), call)
    },
  })
}
