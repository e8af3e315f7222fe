import { headerValues } from '../../common/call.ts'
import type { Defect } from '../change.ts'
import { must } from '../shared/breach.ts'
import { letIn } from '../users/list-lookups.ts'

const noCredentials = must('anonymous.no-credentials')

/** Lists that open to requests without credentials which ask in an unusual way, or come with the headers of a proxy. */
export const otherWayDefects: Defect[] = [
  {
    name: 'list-open-as-any-type-on-older-list',
    summary: 'The older list checks credentials in its JSON view, and has another one for every other type.',
    breaks: noCredentials,
    apply: letIn('users-v1', (call) => headerValues(call, 'accept').includes('*/*')),
  },
  {
    name: 'list-open-as-csv-on-newer-list',
    summary: 'The newer list as CSV counts as an export, and needs no credentials.',
    breaks: noCredentials,
    apply: letIn('v1', (call) => headerValues(call, 'accept').includes('text/csv')),
  },
  {
    name: 'list-open-with-callback-on-older-list',
    summary: 'The older list needs no credentials if the query names a callback.',
    breaks: noCredentials,
    apply: letIn('users-v1', ({ target }) => target.includes('callback=')),
  },
  {
    name: 'list-open-to-forwarded-for-itself-on-older-list',
    summary: 'A request whose Forwarded header names the server itself gets the older list.',
    breaks: noCredentials,
    apply: letIn('users-v1', (call) => headerValues(call, 'forwarded').includes('for=127.0.0.1')),
  },
  ...(['remote-user', 'x-auth-request-user'] as const).map((header, at): Defect => ({
    name: `list-open-to-user-in-${header}`,
    summary: `The ${at === 0 ? 'newer' : 'older'} list trusts a username in ${header}, which only a proxy should set.`,
    breaks: noCredentials,
    apply: letIn(at === 0 ? 'v1' : 'users-v1', (call) => headerValues(call, header).length > 0),
  })),
]
