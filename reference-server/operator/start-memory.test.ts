import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { start } from '../testing/program.ts'

const none = !existsSync('/proc/self/status')
const why = none ? ' (skipped: there is no /proc)' : ''

test.skipIf(none)(`logins at once leave little memory behind${why}`, async () => {
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env
  const { child, ready, stop } = await start([], env)
  const megabytes = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  const before = megabytes()
  const body = { username: 'dee', password: 'a wrong password' }
  const login = () =>
    fetch(`${ready.url}/api/users/v1/auth/`, { method: 'POST', body: new URLSearchParams(body) })
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: 12 }, login))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 401))
  }
  // One hash takes 16 MB; four threads would each keep that much.
  expect(megabytes() - before).toBeLessThan(45)
  expect(await stop()).toBe(0)
})
