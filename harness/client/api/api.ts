import type { Family } from '../../facts/families.ts'
import type { Run } from '../../run/run.ts'
import type { Trace } from '../../run/trace.ts'
import type { Answer } from '../answer.ts'
import { askForList } from './api-list.ts'
import { logIn } from './api-login.ts'
import type { AnswerOptions, ListOptions, LoginAccount, LoginOptions, PageOptions } from '../api-options.ts'
import { answerChallenge } from './api-second-step.ts'
import { anonymous, type Credential } from '../credentials/credentials.ts'
import { toAnswer } from './post.ts'
import type { Challenge } from '../second-step.ts'
import { send } from '../send.ts'

/**
 * The operations of the API, each a single request. They return the answer and judge nothing; `steps.ts` has those that
 * insist on a valid answer.
 */
export function createApi(run: Run, trace: Trace) {
  return {
    /** First login request with username and password (Endpoints, rules 1, 2 and 5). */
    login: (account: LoginAccount, options: LoginOptions = {}): Promise<Answer> =>
      logIn(run, trace, account, options),

    /** Second step with seed and code (Endpoints, rule 2). */
    answer: (challenge: Challenge, code: string, options: AnswerOptions = {}): Promise<Answer> =>
      answerChallenge(run, trace, challenge, code, options),

    /** The list of users, asked for with one credential (Endpoints, rule 3). */
    list: (family: Family, credential: Credential = anonymous, options: ListOptions = {}): Promise<Answer> =>
      askForList(run, trace, family, credential, options),

    /** Any page or path below the base URL. */
    async page(path: string, options: PageOptions = {}): Promise<Answer> {
      const { credential = anonymous, role = 'judged', accept = 'text/html', method = 'GET' } = options
      const exchange = await send(run, trace, { method, path, credential, accept, role, part: 'pages' })
      return toAnswer(run, 'page', exchange, {})
    },
  }
}

export type Api = ReturnType<typeof createApi>
