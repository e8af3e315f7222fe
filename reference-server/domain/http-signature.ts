import { createHmac } from 'node:crypto'
import { type Call, headerValues } from '../common/call.ts'
import type { Choices } from '../common/choices.ts'
import { type Clock, readHttpDate } from '../common/clock.ts'
import type { AccessKey } from './access-keys.ts'
import { sameText } from './one-time-codes.ts'
import { readSignatureParameters, type SignatureParameters } from './signature-parameters.ts'

export interface Signatures {
  /** Reads the parameters after the scheme word; undefined if they are malformed. */
  read(text: string, call?: Call): SignatureParameters | undefined
  /** Returns the value of a listed name in this request; undefined if the request has none. */
  valueOf(name: string, call: Call): string | undefined
  /** Builds the text to sign; undefined if a listed name has no value. */
  signingString(names: readonly string[], call: Call): string | undefined
  /** Returns the HMAC of a signing string, in base64. */
  sign(secret: string, signingString: string): string
  /** Returns why the request's own time is not accepted; undefined if it is. */
  untimely(call: Call): string | undefined
  /** Returns why the signature is not accepted; undefined if it is. */
  fault(parameters: SignatureParameters, key: AccessKey, call: Call): string | undefined
}

/**
 * HTTP signatures of draft-cavage-http-signatures-08 to -10, stricter where the draft is lax: the time and the target
 * must be signed, the time must be an HTTP date near the server's clock, and the algorithm is the key's, whatever the
 * client says.
 */
export function createSignatures(
  choices: Choices,
  clock: Clock,
  seen = new Map<string, number>(),
): Signatures {
  const signatures: Signatures = {
    read: readSignatureParameters,
    valueOf(name, call) {
      if (name === '(request-target)') return `${call.method.toLowerCase()} ${call.target}`
      const values = headerValues(call, name)
      return values.length > 1 ? values.join(', ') : values[0]
    },
    signingString(names, call) {
      const lines: string[] = []
      for (const name of names) {
        const value = signatures.valueOf(name, call)
        if (value === undefined) return undefined
        lines.push(`${name}: ${value}`)
      }
      return lines.join('\n')
    },
    // Header fields are bytes on the wire; Node shows each byte as one character.
    sign: (secret, signingString) =>
      createHmac('sha256', secret).update(signingString, 'latin1').digest('base64'),
    untimely(call) {
      const dates = headerValues(call, 'date')
      if (dates.length !== 1) return 'there must be exactly one Date header'
      const date = readHttpDate(dates[0] ?? '')
      if (date === undefined) return 'the Date header is not an HTTP date'
      if (Math.abs(clock.now() - date) > choices.skewSeconds * 1000)
        return 'the Date header is too far from the server clock'
      return undefined
    },
    fault(parameters, key, call) {
      if (!choices.signatureAlgorithms.includes(parameters.algorithm)) return 'the algorithm is not supported'
      const names = parameters.headers ?? (choices.headersParameterMayBeAbsent ? ['date'] : undefined)
      if (!names) return 'the list of signed headers is missing'
      if (parameters.headers && choices.signedNames.some((name) => !names.includes(name))) {
        return `the list of signed headers must contain ${choices.signedNames.join(' and ')}`
      }
      const text = signatures.signingString(names, call)
      if (text === undefined) return 'a header that is listed was not sent'
      // Compares the texts rather than what they decode to: base64 has several spellings of the same bytes.
      if (!sameText(signatures.sign(key.keySecret, text), parameters.signature))
        return 'the signature does not match'
      return signatures.untimely(call) ?? repeated(parameters.signature)
    },
  }

  function repeated(signature: string): string | undefined {
    if (!choices.signatureAcceptedOnce) return undefined
    const now = clock.now()
    for (const [text, at] of seen) if (now - at > 2 * choices.skewSeconds * 1000) seen.delete(text)
    if (seen.has(signature)) return 'the signature was used before'
    seen.set(signature, now)
    return undefined
  }
  return signatures
}
