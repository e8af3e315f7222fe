/** Which seeds the subject has given out in this run, to whom, and which seeds and codes have bought a token. */
export function createGivenSeeds() {
  const owners = new Map<string, string>()
  const spent = new Set<string>()
  return {
    /** One that is given out again is good again. */
    given(seed: string, username: string): void {
      owners.set(seed, username)
      spent.delete(seed)
    },
    /** To whom it was given last: only against that account can a server count its failures. */
    ownerOf: (seed: string): string | undefined => owners.get(seed),
    spend(seed: string, username: string, code: string): void {
      spent.add(seed)
      spent.add(`${username} ${code}`)
    },
    /** True where neither seed nor code can be a reason for a rejection that a server would count as a failure. */
    mayBuy: (seed: string, username: string, code: string): boolean =>
      owners.get(seed) === username && !spent.has(seed) && !spent.has(`${username} ${code}`),
  }
}

export type GivenSeeds = ReturnType<typeof createGivenSeeds>
