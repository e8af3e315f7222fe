import type { Call } from '../call.ts'
import type { Account } from '../../domain/accounts.ts'

/** One way in: what stands behind the scheme word, or the cookie's value, to the account that it opens. */
export type Method = (text: string, call: Call) => Account | undefined

/** The four methods; the first three by their scheme word in lower case. */
export interface Methods {
  bearer: Method
  token: Method
  signature: Method
  session: Method
}
