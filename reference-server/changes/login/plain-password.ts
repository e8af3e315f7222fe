import type { Parts } from '../../server/parts.ts'

/** The password of a demo account without a second factor, for what compares it in a wrong way. */
export const plainPassword = (parts: Parts, username: string): string | undefined =>
  parts.accounts.find(username)?.otp ? undefined : anyPassword(parts, username)

/** The same of any demo account. */
export const anyPassword = ({ demo }: Parts, username: string): string | undefined =>
  demo.accounts.find((one) => one.username === username)?.password
