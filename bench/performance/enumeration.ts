import { startServer } from '../../reference-server/index.ts'
import { quantile } from './median.ts'

export interface LoginTimes {
  name: string
  /** In milliseconds. */
  lowerQuartile: number
  median: number
  upperQuartile: number
}

/** Measures how long a rejected login takes, by the kind of user. Takes turns, so that other load affects all alike. */
export async function measureRejectedLogins(rounds: number): Promise<LoginTimes[]> {
  await using server = await startServer()
  const names = {
    'a user who exists': 'dee',
    'one with a second factor': 'bob',
    'one who does not exist': 'nobody',
  }
  const times = new Map<string, number[]>(Object.keys(names).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, username] of Object.entries(names)) {
      const from = performance.now()
      const answer = await fetch(`${server.url}/api/users/v1/auth/`, {
        method: 'POST',
        body: new URLSearchParams({ username, password: 'a wrong password' }),
      })
      await answer.text()
      // The first round is a warm-up.
      if (round > 0) times.get(name)?.push(performance.now() - from)
    }
  }
  return [...times].map(([name, values]) => ({
    name,
    lowerQuartile: quantile(values, 0.25),
    median: quantile(values, 0.5),
    upperQuartile: quantile(values, 0.75),
  }))
}
