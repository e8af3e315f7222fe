// The server that is fuzzed, in a process of its own: told `memory`, it answers how much it holds.
import { startServer } from '../../reference-server/index.ts'

// With a control port, so that the journal reads all of it too.
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

/** Bytes of the heap after everything was forgotten that is only kept for a day. */
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
// Its parent has gone, however it ended.
process.on('disconnect', () => process.exit())
