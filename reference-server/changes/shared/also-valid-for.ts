import type { Call } from '../../common/call.ts'
import type { AccessKey } from '../../domain/access-keys.ts'
import type { Parts } from '../../server/parts.ts'
import { type Apply, type Lists, wrappingOn } from '../change.ts'

/** Also accepts a signature that is valid for another request than the one that was sent. */
export function alsoValidFor(lists: Lists, others: (call: Call) => Call[]): Apply {
  return wrappingOn(lists, 'signatures.fault', (fault) => (parameters, key, call) => {
    const faults = [call, ...others(call)].map((one) => fault(parameters, key, one))
    return faults.includes(undefined) ? undefined : faults[0]
  })
}

/** Also accepts a signature that is made with another secret than the key's. */
export function orAnotherSecret(lists: Lists, others: (key: AccessKey, parts: Parts) => string[]): Apply {
  return wrappingOn(lists, 'signatures.fault', (fault, parts) => (parameters, key, call) => {
    const secrets = [key.keySecret, ...others(key, parts)]
    const faults = secrets.map((keySecret) => fault(parameters, { ...key, keySecret }, call))
    return faults.includes(undefined) ? undefined : faults[0]
  })
}

/** Checks a signature against another value of a header, or of a name in brackets. */
export function signedValue(
  lists: Lists,
  value: (name: string, call: Call, valueOf: Parts['signatures']['valueOf']) => string | undefined,
): Apply {
  return wrappingOn(lists, 'signatures.valueOf', (valueOf) => (name, call) => value(name, call, valueOf))
}

/** Reads a header of the form `missing`, which lacks this parameter or leaves it empty, as if its value were "-". */
export function readAbsent(lists: Lists, missing: RegExp, parameter: 'algorithm' | 'signature'): Apply {
  return wrappingOn(lists, 'signatures.read', (read) => (text, call) => {
    const given = text.replace(`,${parameter}=""`, '')
    return read(missing.test(text) ? `${given},${parameter}="-"` : text, call)
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
