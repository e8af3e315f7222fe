import type { Rejections } from './counting-proxy.ts'
import type { Mismatch } from './expected.ts'

/** What the suite may cost a server where the declaration says nothing of limits (docs/declaration.md). */
const most = { inAll: 25, ofAccount: 4, inARow: 2 }

/** Accounts of the bundled declaration. */
const declared = ['ada', 'dee', 'bob', 'cyd']

/** Where the server counted more rejected logins and second steps than the limits allow. */
export function overdrawn({ total, accounts }: Rejections): Mismatch[] {
  const found = (what: string, allowed: number, got: number): Mismatch[] =>
    got <= allowed
      ? []
      : [{ requirement: what, expected: `${allowed} at most`, got: String(got), message: '' }]
  return [
    ...found('rejected logins of the run', most.inAll, total),
    ...declared.flatMap((name) => [
      ...found(`rejected logins of ${name}`, most.ofAccount, accounts[name]?.inAll ?? 0),
      ...found(`rejected logins of ${name} in a row`, most.inARow, accounts[name]?.mostInARow ?? 0),
    ]),
  ]
}
