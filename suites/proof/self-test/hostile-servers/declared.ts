import { nullDeclaration } from '../null-servers/declaration.ts'

/** Time steps of a second, so that no run waits half a minute for a useless code. */
export const hostileAccounts = {
  accounts: {
    plain: { username: 'ada', password: 'ada-Made=Up&11<x>' },
    plain2: { username: 'dee', password: 'dee "Made" Ü+22' },
    mfa: {
      username: 'bob',
      password: 'bob-Made-Up-33',
      otpSecret: '32QTZHQZVEIGULLDOVUV44OIUSFYPZPA',
      period: 1,
    },
  },
}

/** What no output may contain. */
export const hostileSecrets: readonly string[] = valuesOf({
  ...nullDeclaration(''),
  ...hostileAccounts,
}).filter((value) => value.length >= 12)

function valuesOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return /password|secret|token/i.test(name) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, one]) => valuesOf(one, inner))
}
