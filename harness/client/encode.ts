import type { Encoding } from '../facts/families.ts'

export const typeOf: Record<Encoding, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
}

/** Encodes fields as a body and returns it with its content type; undefined fields are left out. */
export function encode(fields: Record<string, unknown>, encoding: Encoding): [type: string, body: string] {
  if (encoding === 'json') return [typeOf.json, JSON.stringify(fields)]
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const pairs = given.map(([name, value]): [string, string] => [name, String(value)])
  return [typeOf.form, new URLSearchParams(pairs).toString()]
}
