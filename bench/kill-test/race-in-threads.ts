import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createData } from '../../reference-server/server/data.ts'
import { createOperator } from '../../reference-server/server/operator.ts'
import { addUser } from './add-user.ts'
import type { Racing } from './racer.ts'

export interface Races extends Pick<Racing, 'data' | 'racers' | 'checkThenWrite'> {
  races: number
}

/**
 * Returns how many races had an invalid result: several winners, or none, or a token that is not the winner's.
 * Separate processes start up to a tenth of a second apart, and their work takes a hundredth of that, so few of them
 * collide. Threads that wait at a gate all collide, in the same code and on the same files.
 */
export async function raceInThreads({ races, ...common }: Races): Promise<number> {
  const usernames = Array.from({ length: races }, (_, race) => `threaded-${race}`)
  for (const username of usernames) addUser(common.data, username)
  const gates = new Int32Array(new SharedArrayBuffer(races * Int32Array.BYTES_PER_ELEMENT))
  const racing: Racing = { ...common, usernames, gates }
  const given = await Promise.all(
    Array.from({ length: common.racers }, async () => {
      const [tokens] = (await once(
        new Worker(new URL('racer.js', import.meta.url), { workerData: racing }),
        'message',
      )) as [(string | null)[]]
      return tokens
    }),
  )
  const operator = createOperator(createData({ dataDir: common.data }))
  const wrong = usernames.filter((username, race) => {
    const [winner, ...more] = given.map((tokens) => tokens[race]).filter((token) => token !== null)
    return more.length > 0 || operator.showPrivateToken(username) !== winner
  })
  return wrong.length
}
