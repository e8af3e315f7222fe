import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'
import { Problem } from '../problems.ts'
import { addRoute } from './route.ts'

/** The list of users, for callers with a credential of any of the four methods. */
export function addUsers(app: FastifyInstance, parts: Parts): void {
  for (const family of parts.choices.pathFamilies) {
    addRoute(app, parts, {
      method: 'GET',
      path: parts.paths.list[family],
      operation: 'list',
      family,
      async handler(call) {
        const caller = await parts.authenticate(call)
        if (!caller) throw new Problem('not-authenticated', 'valid credentials are needed')
        const records = parts.accounts.all().map((account) => parts.answers.user(account, call))
        return parts.answers.users(records, caller, call)
      },
    })
  }
}
