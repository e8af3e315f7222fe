import type { Call } from '../../common/call.ts'
import { wrap } from '../change.ts'
import type { Signatures } from '../../domain/http-signature.ts'

/** Also accepts a signature that is valid for another request than the one that was sent. */
export function alsoValidFor(signatures: Signatures, others: (call: Call) => Call[]): void {
  wrap(signatures, 'fault', (fault) => (parameters, key, call) => {
    const faults = [call, ...others(call)].map((one) => fault(parameters, key, one))
    return faults.includes(undefined) ? undefined : faults[0]
  })
}

/** Returns the call as if a header had another value; undefined removes the header. */
export function withHeader(call: Call, name: string, value: string | undefined): Call {
  const rawHeaders: string[] = value === undefined ? [] : [name, value]
  for (let at = 0; at < call.rawHeaders.length; at += 2) {
    const field = call.rawHeaders[at] ?? ''
    if (field.toLowerCase() !== name) rawHeaders.push(field, call.rawHeaders[at + 1] ?? '')
  }
  return { ...call, rawHeaders }
}
