import { legal, type ClientVariation } from './variation.ts'

/** Correct clients that sign in another way. */
export const signatureVariations: readonly ClientVariation[] = [
  legal('seconds-of-its-own', 'Keeps a clock whose seconds begin when it first signs.', (client) => {
    let behindMs: number | undefined
    client.date = () => {
      behindMs ??= client.now() % 1000
      return new Date(client.now() - behindMs).toUTCString()
    }
  }),
]
