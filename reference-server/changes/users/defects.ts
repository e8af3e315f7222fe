import type { Call } from '../../common/call.ts'
import { type Apply, type Defect, type Lists, ofEach, wrapping, wrappingOn } from '../change.ts'
import { must, should, breaking } from '../shared/breach.ts'
import { needsRecordsBy } from '../shared/list-rows.ts'
import { methodOf, methods } from '../shared/method-of.ts'

export const usersDefects: Record<string, Defect> = {
  ...ofEach(methods, ([method, word]) => [
    `list-by-${word.replace(' ', '-')}-is-html`,
    breaking(must('users.json'))(
      `The list has the content type text/html for a request with a ${word}.`,
      answerAs('both', 'text/html', (call) => methodOf(call) === method),
    ),
  ]),
  'list-is-text-on-older-list': breaking(must('users.json'))(
    'The older list has the content type text/plain.',
    answerAs('users-v1', 'text/plain', () => true),
  ),
  ...ofEach(methods, ([method, word]) => [
    `list-by-${word.replace(' ', '-')}-is-empty`,
    breaking(must('users.records'))(
      `The list is empty for a request with a ${word}.`,
      wrapping('answers.users', (users) => (records, caller, call) => {
        return users(methodOf(call) === method ? [] : records, caller, call)
      }),
      { blocks: needsRecordsBy[method] },
    ),
  ]),
  ...ofEach(methods, ([method, word]) => [
    `list-by-${word.replace(' ', '-')}-shows-own-record`,
    breaking(should('users.same-list'))(
      `A request with a ${word} gets only the caller's own record.`,
      wrapping('answers.users', (users) => (records, caller, call) => {
        const own = records.filter((record) => (record as { id: string }).id === caller.id)
        return users(methodOf(call) === method ? own : records, caller, call)
      }),
    ),
  ]),
  'list-by-signature-lacks-mail-on-newer-list': breaking(should('users.same-list'))(
    'On the newer list, a signed request gets records without their mail address.',
    wrappingOn('v1', 'answers.user', (user) => (account, call) => {
      const { email, ...rest } = user(account, call) as Record<string, unknown>
      return methodOf(call) === 'signature' ? rest : { ...rest, email }
    }),
  ),
}

/** Sends the list with another content type. */
function answerAs(lists: Lists, type: string, where: (call: Call) => boolean): Apply {
  return wrappingOn(lists, 'handle', (handle) => async (handler, call, reply) => {
    const answer = await handle(handler, call, reply)
    if (call.operation !== 'list' || !where(call)) return answer
    reply.type(type)
    return JSON.stringify(answer)
  })
}
