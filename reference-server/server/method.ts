import type { Call } from '../common/call.ts'
import type { Account } from '../domain/accounts.ts'

/** An authentication method: returns the account for the text after the scheme word, or for the cookie's value. */
export type Method = (text: string, call: Call) => Account | undefined

/** The four methods; the first three are named by their scheme words in lower case. */
export interface Methods {
  bearer: Method
  token: Method
  signature: Method
  session: Method
}
