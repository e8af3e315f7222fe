import type { Parts } from '../../server/parts.ts'

/** Returns the password of a demo account without a second factor, for code that compares it incorrectly. */
export const plainPassword = (parts: Parts, username: string): string | undefined =>
  parts.accounts.find(username)?.otp ? undefined : anyPassword(parts, username)

/** Returns the password of any demo account. */
export const anyPassword = ({ demo }: Parts, username: string): string | undefined =>
  demo.accounts.find((one) => one.username === username)?.password
