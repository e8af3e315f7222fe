// The fuzzed server, in a separate process. Replies to the message `memory` with the size of its heap.
import { startServer } from '../../reference-server/index.ts'

// With a control port, so that the journal reads everything too.
const server = await startServer({ fastHash: true, debug: true, controlPort: 0 })
const { url, clock } = server

const post = async (path: string, fields: Record<string, string>) => {
  const answer = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) })
  return (await answer.json()) as Record<string, string>
}
const dee = server.account('dee')
const bob = server.account('bob')
const ada = server.account('ada')

async function credentials() {
  const { token } = await post('/api/users/v1/auth/', { username: dee.username, password: dee.password })
  const { seed } = await post('/api/users/v1/auth/', { username: bob.username, password: bob.password })
  const page = await fetch(`${url}/auth/login/`)
  await page.text()
  const [sessionid, csrf] = page.headers.getSetCookie().map((line) => /=([^;]*)/.exec(line)?.[1] ?? '')
  return {
    bearer: token,
    seed,
    sessionid,
    csrf,
    privateToken: ada.privateToken,
    ...ada.accessKeys[0],
    password: dee.password,
  }
}

/** Returns the heap size in bytes, after everything that is kept for at most a day has been dropped. */
async function memory(): Promise<number> {
  clock.advance({ hours: 25 })
  await credentials()
  global.gc?.()
  global.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

process.on('message', (question) => {
  void (async () => {
    if (question === 'memory') process.send?.({ memory: await memory(), credentials: await credentials() })
    else await server.stop()
    if (question === 'stop') process.exit(0)
  })()
})
process.send?.({ url, credentials: await credentials() })
// Its parent has ended, for whatever reason.
process.on('disconnect', () => process.exit())
