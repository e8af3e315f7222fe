import { headerValues } from '../../common/call.ts'
import type { Defect } from '../change.ts'
import { alsoValidFor, withHeader } from '../shared/also-valid-for.ts'
import { must } from '../shared/breach.ts'

/** Signatures checked against what a proxy says about a request, which anyone may send. */
export const forwardedSignatureDefects: Defect[] = [
  {
    name: 'signature-for-original-url-on-older-list',
    summary: 'On the older list, a signature is checked for the path that X-Original-URL names.',
    breaks: must('signature.path-bound'),
    apply: alsoValidFor('users-v1', (call) =>
      headerValues(call, 'x-original-url').map((target) => ({ ...call, target })),
    ),
  },
  {
    name: 'signature-for-forwarded-host-on-newer-list',
    summary: 'On the newer list, a signature is checked for the host that X-Forwarded-Host names.',
    breaks: must('signature.host-bound'),
    apply: alsoValidFor('v1', (call) =>
      headerValues(call, 'x-forwarded-host').map((host) => withHeader(call, 'host', host)),
    ),
  },
]
