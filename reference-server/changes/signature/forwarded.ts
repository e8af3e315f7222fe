import { headerValues } from '../../common/call.ts'
import type { Defect } from '../change.ts'
import { alsoValidFor, withHeader } from '../shared/also-valid-for.ts'
import { must, breaking } from '../shared/breach.ts'

/** Signatures checked against what a proxy says about a request, which anyone may send. */
export const forwardedSignatureDefects: Record<string, Defect> = {
  'signature-for-original-url-on-older-list': breaking(must('signature.path-bound'))(
    'On the older list, a signature is checked for the path that X-Original-URL names.',
    alsoValidFor('users-v1', (call) =>
      headerValues(call, 'x-original-url').map((target) => ({ ...call, target })),
    ),
  ),
  'signature-for-forwarded-host-on-newer-list': breaking(must('signature.host-bound'))(
    'On the newer list, a signature is checked for the host that X-Forwarded-Host names.',
    alsoValidFor('v1', (call) =>
      headerValues(call, 'x-forwarded-host').map((host) => withHeader(call, 'host', host)),
    ),
  ),
}
