import type { FastifyInstance } from 'fastify'
import type { PathFamily } from '../../common/choices.ts'
import type { Handler, Parts } from '../parts.ts'
import { Problem } from '../problems.ts'
import { addRoute } from './route.ts'

/** Adds the first step of login: takes username and password, returns a token or a challenge. */
export function addLogin(app: FastifyInstance, parts: Parts): void {
  for (const family of parts.choices.pathFamilies) addLoginAt(app, parts, parts.paths.login[family], family)
}

/** Adds a login at one path, whose challenges name the second step of `family`. */
export function addLoginAt(app: FastifyInstance, parts: Parts, path: string, family: PathFamily): void {
  const handler = createLogin(parts, family)
  addRoute(app, parts, { method: 'POST', path, operation: 'login', family, handler })
}

/** Returns the handler of a login, however its fields are read. */
export function createLogin(parts: Parts, family: PathFamily): Handler {
  const { choices, paths, answers } = parts
  return async (call, reply) => {
    const { username, password } = parts.shapes.credentials(call)
    const account = await parts.checkPassword(username, password, call)
    if (!account) throw new Problem('not-authenticated', 'the username or the password is wrong')
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
  }
}
