import { headerValues } from '../../common/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import { must } from '../shared/breach.ts'
import { createMeetings } from '../shared/meetings.ts'
import { methodOf } from '../shared/method-of.ts'
import { onFamily, type Lists } from '../shared/on-family.ts'

/** Lists that take a request for one of those that arrive at the same moment. */
export const anonymousRaceDefects: Defect[] = [
  {
    name: 'caller-of-another-at-once-on-older-list',
    summary:
      'While the older list answers four requests with one token, one without credentials counts as theirs.',
    breaks: must('anonymous.no-credentials'),
    apply: sharingCallers('users-v1', undefined),
  },
  {
    name: 'caller-of-another-at-once-for-unknown-token-on-newer-list',
    summary:
      'While the newer list answers four requests with one token, one with an unknown token counts as theirs.',
    breaks: must('anonymous.unknown-token'),
    apply: sharingCallers('v1', 'bearer'),
  },
]

/** So many rarely meet, except in cases about requests at the same moment. */
const fewest = 4

function sharingCallers(lists: Lists, method: ReturnType<typeof methodOf>): Defect['apply'] {
  return onFamily(lists, (parts) => {
    const meet = createMeetings<{ account: Account; sent: string | undefined }>()
    wrap(parts, 'authenticate', (of) => async (call) => {
      const account = await of(call)
      if (!account && methodOf(call) !== method) return account
      const met = await meet(account && { account, sent: headerValues(call, 'authorization')[0] })
      const alike = met.filter(({ sent }) => sent !== undefined && sent === met[0]?.sent)
      return account ?? (alike.length >= fewest ? alike[0]?.account : undefined)
    })
  })
}
