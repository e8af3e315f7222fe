import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'
import { NotAuthenticated } from '../problems.ts'
import { addRoute } from './route.ts'

/** First step of login: user name and password in, token or challenge out. */
export function addLogin(app: FastifyInstance, parts: Parts): void {
  const { choices, paths, answers } = parts
  for (const family of choices.pathFamilies) {
    addRoute(app, parts, {
      method: 'POST',
      path: paths.login[family],
      operation: 'login',
      family,
      async handler(call, reply) {
        const { username, password } = parts.shapes.credentials(call)
        const account = await parts.checkPassword(username, password, call)
        if (!account) throw new NotAuthenticated('the user name or the password is wrong')
        if (parts.needsSecondStep(account, call)) {
          reply.status(choices.challengeStatus)
          return answers.challenge(
            parts.seeds.issue(account, call),
            choices.basePath + paths.secondStep[family],
            call,
          )
        }
        reply.status(choices.loginStatus)
        return answers.token(parts.tokens.issue(account, call), call)
      },
    })
  }
}
