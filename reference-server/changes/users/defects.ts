import type { Methods } from '../../server/method.ts'
import type { Call } from '../../common/call.ts'
import { type Apply, type Defect, type Lists, wrapping, wrappingOn } from '../change.ts'
import { must, should, breaking } from '../shared/breach.ts'
import { needsRecordsBy } from '../shared/list-rows.ts'
import { methodOf } from '../shared/method-of.ts'

const words: Record<keyof Methods, string> = {
  bearer: 'token',
  token: 'private-token',
  signature: 'signature',
  session: 'session',
}
const every = Object.entries(words) as [keyof Methods, string][]

export const usersDefects: Defect[] = [
  ...every.map(([method, word]): Defect => ({
    name: `list-by-${word}-is-html`,
    summary: `The list has the content type text/html for a request with a ${word.replace('-', ' ')}.`,
    breaks: must('users.json'),
    apply: answerAs('both', 'text/html', (call) => methodOf(call) === method),
  })),
  breaking(must('users.json'))(
    'list-is-text-on-older-list',
    'The older list has the content type text/plain.',
    answerAs('users-v1', 'text/plain', () => true),
  ),
  ...every.map(([method, word]): Defect => ({
    name: `list-by-${word}-is-empty`,
    summary: `The list is empty for a request with a ${word.replace('-', ' ')}.`,
    breaks: must('users.records'),
    blocks: needsRecordsBy[method],
    apply: wrapping('answers.users', (users) => (records, caller, call) => {
      return users(methodOf(call) === method ? [] : records, caller, call)
    }),
  })),
  ...every.map(([method, word]): Defect => ({
    name: `list-by-${word}-shows-own-record`,
    summary: `A request with a ${word.replace('-', ' ')} gets only the caller's own record.`,
    breaks: should('users.same-list'),
    apply: wrapping('answers.users', (users) => (records, caller, call) => {
      const own = records.filter((record) => (record as { id: string }).id === caller.id)
      return users(methodOf(call) === method ? own : records, caller, call)
    }),
  })),
  breaking(should('users.same-list'))(
    'list-by-signature-lacks-mail-on-newer-list',
    'On the newer list, a signed request gets records without their mail address.',
    wrappingOn('v1', 'answers.user', (user) => (account, call) => {
      const { email, ...rest } = user(account, call) as Record<string, unknown>
      return methodOf(call) === 'signature' ? rest : { ...rest, email }
    }),
  ),
]

/** Sends the list with another content type. */
function answerAs(lists: Lists, type: string, where: (call: Call) => boolean): Apply {
  return wrappingOn(lists, 'handle', (handle) => async (handler, call, reply) => {
    const answer = await handle(handler, call, reply)
    if (call.operation !== 'list' || !where(call)) return answer
    reply.type(type)
    return JSON.stringify(answer)
  })
}
