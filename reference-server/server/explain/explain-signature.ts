import { type Call, headerValues } from '../../common/call.ts'
import { readHttpDate } from '../../common/clock.ts'
import type { Parts } from '../parts.ts'
import { type Difference, firstDifference } from './first-difference.ts'
import { nearMiss } from './near-miss.ts'
import { parametersFault } from './parameters-fault.ts'
import type { SignatureRejection } from '../signature-rejection.ts'

/** The header in which a client may send its own signing string: base64 of the bytes that it signed. */
const givenHeader = 'x-signing-string'

/** The only rule that is broken by the client's computation alone. */
const mismatch = 'the signature does not match'

export interface SignatureExplanation {
  rule: string
  /** The part of the request that broke it. */
  detail?: string
  /** As the server built it; values of Authorization and Cookie are masked. Absent if it could not be built. */
  signingString?: string
  /** Where the client's own string differs from it; present only if the client sent one. */
  firstDifference?: Difference
}

/** For debug mode only: makes the body of a rejected signature say why. */
export function explainRejections(parts: Parts): void {
  const { rejection } = parts.answers
  parts.answers.rejection = (problem, call) => {
    const body = rejection(problem, call)
    const explanation = call && explainSignature(parts, call)
    return explanation ? Object.assign({}, body, { explanation }) : body
  }
}

/**
 * Explains why the signature of this call was rejected; undefined if none was. Contains neither the secret nor the
 * correct signature.
 */
export function explainSignature(parts: Parts, call: Call): SignatureExplanation | undefined {
  const rejection = parts.signatureRejections.get(call)
  return rejection && explain(parts, call, rejection)
}

function explain(parts: Parts, call: Call, rejection: SignatureRejection): SignatureExplanation {
  const explanation: SignatureExplanation = { rule: rejection.rule }
  const assumed = parts.choices.headersParameterMayBeAbsent ? ['date'] : undefined
  const names = rejection.parameters && (rejection.parameters.headers ?? assumed)
  const built = names && parts.signatures.signingString(names, call)
  const found = detailOf(parts, call, rejection, names)
  const isMismatch = rejection.rule === mismatch
  const details = [found && isMismatch ? `besides, ${found}` : found]
  if (built !== undefined) {
    const compared = compare(call, built)
    details.push(compared.note)
    if (compared.difference) explanation.firstDifference = masked(compared.difference, rejection)
    explanation.signingString = hide(readable(built), rejection)
    if (rejection.key && isMismatch) {
      const [host = ''] = headerValues(call, 'host')
      details.push(nearMiss(rejection.key, built, rejection.parameters?.signature ?? '', host))
    }
    if (isMismatch && !details.some((one) => one !== undefined) && !compared.difference)
      details.push(
        'send what you signed as X-Signing-String, in base64, and the first line that differs is shown',
      )
  }
  const detail = details.filter((one) => one !== undefined).join('; ')
  return detail === '' ? explanation : { ...explanation, detail }
}

function detailOf(
  parts: Parts,
  call: Call,
  { key, parameters, text }: SignatureRejection,
  names: readonly string[] | undefined,
): string | undefined {
  if (!parameters) return parametersFault(text)
  const { signatureAlgorithms } = parts.choices
  if (key && !signatureAlgorithms.includes(parameters.algorithm))
    return `send algorithm="${signatureAlgorithms.join('" or "')}"; the key is for no other`
  if (!names) return `add headers="${parts.choices.signedNames.join(' ')}" and what else you sign`
  const absent = names.filter((name) => parts.signatures.valueOf(name, call) === undefined)
  if (absent.length > 0) return `not sent: ${absent.join(', ')}`
  const unsigned = parts.choices.signedNames.filter((name) => !names.includes(name))
  if (unsigned.length > 0) return `not in the list: ${unsigned.join(', ')}`
  const dates = headerValues(call, 'date')
  const date = readHttpDate(dates[0] ?? '')
  if (dates.length !== 1 || date === undefined) return 'write it as in Sun, 06 Nov 1994 08:49:37 GMT, once'
  const seconds = Math.round((parts.clock.now() - date) / 1000)
  if (Math.abs(seconds) <= parts.choices.skewSeconds) return undefined
  const side = seconds > 0 ? 'behind' : 'ahead of'
  return `the Date is ${Math.abs(seconds)} s ${side} the server clock; ${parts.choices.skewSeconds} s are allowed`
}

function compare(call: Call, built: string): { note?: string; difference?: Difference } {
  const [text] = headerValues(call, givenHeader)
  if (text === undefined) return {}
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return { note: 'X-Signing-String is not base64' }
  const difference = firstDifference(
    readable(Buffer.from(text, 'base64').toString('latin1')),
    readable(built),
  )
  return difference ? { difference } : { note: 'the signing string given is the same' }
}

const masked = (difference: Difference, rejection: SignatureRejection): Difference => ({
  ...difference,
  given: difference.given && hide(difference.given, rejection),
  built: difference.built && hide(difference.built, rejection),
})

/** Scripts can't read cookies, but could otherwise sign one and read it here. */
function hide(text: string, { key }: SignatureRejection): string {
  const shown = text.replace(/^(cookie|(?:proxy-)?authorization):.*$/gim, '$1: ***')
  return key ? shown.replaceAll(key.keySecret, '***') : shown
}

/** Header fields are bytes, one character each; people read them as UTF-8. */
const readable = (text: string) => Buffer.from(text, 'latin1').toString('utf8')
