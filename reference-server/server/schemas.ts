import type { Call } from '../common/call.ts'
import type { Choices, Encoding } from '../common/choices.ts'
import { Problem } from './problems.ts'

export interface Credentials {
  username: string
  password: string
}

export interface Submission {
  seed: string
  otp_code: string
}

/** Reads the bodies of requests. Each method throws Problem. */
export interface Shapes {
  credentials(call: Call): Credentials
  submission(call: Call): Submission
}

/** The fields of the two bodies, with descriptions. */
export const credentialFields = { username: 'Account name.', password: 'Account password.' }
export const submissionFields = { seed: 'From the challenge.', otp_code: 'The current one-time code.' }

const namesOf = <K extends string>(fields: Record<K, string>) => Object.keys(fields) as K[]

/** Returns the JSON Schema of the bodies in which `textFields` finds these fields. */
export const textSchema = (fields: Record<string, string>, maxLength: number) => ({
  type: 'object',
  required: Object.keys(fields),
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, description]) => [
      name,
      { type: 'string', description, minLength: 1, maxLength },
    ]),
  ),
})

export function createShapes(choices: Choices): Shapes {
  return {
    credentials(call) {
      if (call.family) demand(call, choices.loginEncodings[call.family])
      return textFields(call.body, namesOf(credentialFields), choices.fieldLength)
    },
    submission(call) {
      if (call.family) demand(call, choices.secondStepEncodings[call.family])
      return textFields(call.body, namesOf(submissionFields), choices.fieldLength)
    },
  }
}

function demand(call: Call, encodings: readonly Encoding[]): void {
  if (call.encoding !== 'none' && !encodings.includes(call.encoding))
    throw new Problem('unsupported-encoding', 'send application/json or application/x-www-form-urlencoded')
}

/** Returns the named fields of a body, which must be non-empty strings; ignores other fields. Throws Problem. */
export function textFields<K extends string>(
  body: unknown,
  names: readonly K[],
  longest: number,
): Record<K, string> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem('malformed', 'the body must be an object')
  const fields = {} as Record<K, string>
  for (const name of names) {
    const value: unknown = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined
    if (value === undefined || value === '') throw new Problem('malformed', `the field "${name}" is required`)
    if (typeof value !== 'string') throw new Problem('malformed', `the field "${name}" must be one text`)
    if (value.length > longest) throw new Problem('malformed', `the field "${name}" is too long`)
    fields[name] = value
  }
  return fields
}
