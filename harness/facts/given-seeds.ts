/** Remembers which seeds the subject has issued in this run, to whom, and which seeds and codes have got a token. */
export function createGivenSeeds() {
  const owners = new Map<string, string>()
  const spent = new Set<string>()
  return {
    /** A seed that is issued again is unspent again. */
    given(seed: string, username: string): void {
      owners.set(seed, username)
      spent.delete(seed)
    },
    /** The account that a seed was last issued to: a server can count failures only against that one. */
    ownerOf: (seed: string): string | undefined => owners.get(seed),
    wereGivenTo: (username: string): boolean => [...owners.values()].includes(username),
    spend(seed: string, username: string, code: string): void {
      spent.add(seed)
      spent.add(`${username} ${code}`)
    },
    /** True if neither seed nor code can be a reason for a rejection that a server would count as a failure. */
    mayBuy: (seed: string, username: string, code: string): boolean =>
      owners.get(seed) === username && !spent.has(seed) && !spent.has(`${username} ${code}`),
  }
}

export type GivenSeeds = ReturnType<typeof createGivenSeeds>
