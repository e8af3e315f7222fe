import type { Parts } from '../parts.ts'

/** The password of a demo account without a second factor, for what compares it in a wrong way. */
export function plainPassword({ demo, accounts }: Parts, username: string): string | undefined {
  const right = demo.accounts.find((one) => one.username === username)?.password
  return accounts.find(username)?.otp ? undefined : right
}
