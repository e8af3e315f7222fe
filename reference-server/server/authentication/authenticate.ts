import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import type { Account } from '../../domain/accounts.ts'
import type { Parts } from '../parts.ts'
import type { Methods } from '../method.ts'

const schemes: Record<string, keyof Methods> = { Bearer: 'bearer', Token: 'token', Signature: 'signature' }
const foldedSchemes = new Map(Object.entries(schemes).map(([word, method]) => [word.toLowerCase(), method]))

/**
 * Returns the account that a request comes from. If Authorization was sent, it alone counts: a valid cookie doesn't make
 * up for an invalid one. Of two Authorization headers, neither counts, since a proxy may have read the other one.
 */
export function createAuthenticate(parts: Parts): (call: Call) => Account | undefined {
  return (call) => {
    const [authorization, ...more] = headerValues(call, 'authorization')
    if (more.length > 0) return undefined
    if (authorization === undefined) {
      const id = cookieValue(call, 'sessionid')
      return id === undefined ? undefined : parts.methods.session(id, call)
    }
    const [, word = '', text] = /^([A-Za-z]+) +(\S.*)$/.exec(authorization) ?? []
    const method = parts.choices.schemeWordsFoldCase ? foldedSchemes.get(word.toLowerCase()) : ownScheme(word)
    return text === undefined || method === undefined ? undefined : parts.methods[method](text, call)
  }
}

const ownScheme = (word: string) => (Object.hasOwn(schemes, word) ? schemes[word] : undefined)
