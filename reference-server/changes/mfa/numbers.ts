import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { membersOf } from '../shared/alter-answers.ts'
import { breaking, must, should } from '../shared/breach.ts'
import { alsoAccept, codesFrom } from './codes.ts'
import { readCode } from './lookups.ts'

const wrongCode = breaking(must('mfa.wrong-code'))

/** Wrong codes that are accepted because a code is read as a number. */
export const codeNumberDefects: Record<string, Defect> = {
  'code-wrapped-at-32-bits': wrongCode(
    'A code that is a string of digits is compared as a number of 32 bits, so one that is greater by 2^32 is accepted.',
    (parts) => wrapped(parts, 'string'),
  ),
  'code-wrapped-at-32-bits-as-number': wrongCode(
    'A code that is a JSON number is read into 32 bits, so one that is greater by 2^32 is accepted.',
    (parts) => {
      wrap(parts.shapes, 'submission', (read) => (call) => {
        const { otp_code: code, ...rest } = membersOf(call.body)
        return read(typeof code === 'number' ? { ...call, body: { ...rest, otp_code: String(code) } } : call)
      })
      wrapped(parts, 'number')
    },
  ),
  'code-nan-taken': wrongCode(
    'The difference to the valid code must not be greater or less than 0, which is true of "NaN" as well.',
    (parts) => readCode(parts, (code) => code === 'NaN'),
  ),
  'code-undefined-taken': wrongCode(
    'A code is also compared with the text of the one that was sent by mail, which is "undefined" if none was.',
    (parts) => readCode(parts, (code) => code === 'undefined'),
  ),
  'code-below-zero-taken': wrongCode('Any code below zero is accepted.', (parts) =>
    readCode(parts, (code) => Number(code) < 0),
  ),
  'code-number-not-checked': breaking([...must('mfa.wrong-code'), ...should('mfa.code-one-time')])(
    'A code that is a whole JSON number is not checked.',
    (parts) => readCode(parts, (code) => Number.isInteger(code) && code !== 0 && code !== 1),
  ),
  'code-with-fraction-not-checked': wrongCode(
    'A code that is a JSON number with a fraction is not checked.',
    (parts) => readCode(parts, (code) => typeof code === 'number' && !Number.isInteger(code)),
  ),
}

/** Also accepts codes of this JSON type whose last 32 bits are those of a valid one. */
function wrapped(parts: Parts, type: 'string' | 'number'): void {
  alsoAccept(parts, ({ oneTimeCodes }, account, code, { body }) => {
    const isOfType = typeof membersOf(body)['otp_code'] === type && /^\d+$/.test(code)
    const valid = isOfType ? codesFrom(oneTimeCodes, account, -1, 1).map(Number) : []
    return Number(code) >= 2 ** 31 && valid.includes(Number(code) | 0)
  })
}
