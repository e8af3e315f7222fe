/** The two path families (Endpoints), the older one first. */
export const families = ['users-v1', 'v1'] as const
export type Family = (typeof families)[number]

export const encodings = ['json', 'form'] as const
export type Encoding = (typeof encodings)[number]

/** A way of logging in: the path, and the encoding of the fields (Endpoints, rule 5). */
export interface Way {
  family: Family
  encoding: Encoding
}

export const ways: readonly Way[] = families.flatMap((family) =>
  encodings.map((encoding) => ({ family, encoding })),
)

/** Each family and each encoding once, for rules that need not be judged for every way. */
export const oneOfEach: readonly Way[] = [
  { family: 'users-v1', encoding: 'json' },
  { family: 'v1', encoding: 'form' },
]

export const loginPath: Record<Family, string> = {
  'users-v1': '/api/users/v1/auth/',
  v1: '/api/v1/authentication/auth/',
}

export const listPath: Record<Family, string> = {
  'users-v1': '/api/users/v1/users/',
  v1: '/api/v1/users/users/',
}

/** The second step of the older family; the specification does not show that of the newer one. */
export const secondStepPath = '/api/users/v1/otp/auth/'
