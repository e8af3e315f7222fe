import { describe, expect, test } from 'vitest'
import { ada, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import { header } from '../../harness/wire/exchange.ts'
import { freshToken, newToken, worksForHour } from './fresh-token.ts'

interface Server {
  /** How many seconds a token is accepted after it was issued; by default for a day. */
  livesSeconds?: number
  /** The same on the newer list, if it differs. */
  newerLivesSeconds?: number
}

/**
 * A server whose logins return the same token while it is valid, and a clock that can go at most `reachSeconds` ahead.
 */
function sameToken(
  { livesSeconds = 86_400, newerLivesSeconds = livesSeconds }: Server,
  reachSeconds: number,
) {
  let madeAt = -Infinity
  let count = 0
  const lives = (seconds: number) => client.now() - madeAt < seconds * 1000
  const list = (seconds: number) => (request: { headers: Parameters<typeof header>[0] }) =>
    lives(seconds) && header(request.headers, 'authorization') === `Bearer token-${count}`
      ? { json: users }
      : { status: 401 }
  const client = createTestClient(
    {
      [route.login]: () => {
        if (!lives(Math.max(livesSeconds, newerLivesSeconds))) [madeAt, count] = [client.now(), count + 1]
        return { json: { token: `token-${count}` } }
      },
      [route.list]: list(livesSeconds),
      [route.newList]: list(newerLivesSeconds),
    },
    { declared: { accounts: { plain: ada } } },
  )
  const { run, api, steps, now, inCase } = client
  const start = now()
  const logIn = () => steps.token(ada, { family: 'users-v1', encoding: 'json' })
  let meanwhile: { atMs: number; work: () => Promise<unknown> } | undefined
  const until = async (ms: number): Promise<void> => {
    if (meanwhile && ms >= meanwhile.atMs) {
      const { atMs, work } = meanwhile
      meanwhile = undefined
      await client.until(atMs)
      await work()
    }
    if (ms > start + reachSeconds * 1000) throw new NotDeclared('clock.maxAdvance')
    await client.until(ms)
  }
  const clock = { now, until, forward: (seconds: number) => until(now() + seconds * 1000) }
  const judged: string[] = []
  const judge = async () =>
    await inCase(() =>
      worksForHour({ api: { ...api, ...steps }, clock, run } as never, logIn, async (token) => {
        judged.push(token)
      }),
    )
  return {
    judge,
    judged,
    trace: client.trace,
    /** Logs in as another case, this many seconds after the start. */
    logInAt: (seconds: number) => void (meanwhile = { atMs: start + seconds * 1000, work: logIn }),
  }
}

describe('a token that logins answer again has worked for its hour', () => {
  test('where it is accepted 3,569 s after the last of them, though the clock goes no further', async () => {
    const { judge, judged, trace } = sameToken({}, 3573)
    await judge()
    expect(judged).toEqual([])
    expect(trace.expectations).toBe(2)
  })

  test('not where the clock goes less far', async () => {
    await expect(sameToken({}, 3571).judge()).rejects.toThrow(NotDeclared)
  })

  test('not where it ends a second earlier: then a fresh one is judged', async () => {
    const { judge, judged } = sameToken({ livesSeconds: 3568 }, 7200)
    await judge()
    expect(judged).toEqual(['token-2'])
  })

  test('not where a login answered it in between: the time counts from that one', async () => {
    const soon = sameToken({}, 3573)
    soon.logInAt(1800)
    await expect(soon.judge()).rejects.toThrow(NotDeclared)
    const late = sameToken({}, 1800 + 3573)
    late.logInAt(1800)
    await late.judge()
    expect(late.judged).toEqual([])
  })

  test('where one list accepts it for ever and the other for an hour, so that none is ever fresh', async () => {
    const { judge, judged } = sameToken({ livesSeconds: 1e6, newerLivesSeconds: 3600 }, 1e5)
    await judge()
    expect(judged).toEqual([])
  })

  test('not where one list accepts it for less', async () => {
    const { judge } = sameToken({ livesSeconds: 1e6, newerLivesSeconds: 3540 }, 1e5)
    await expect(judge()).rejects.toThrow(SetupFailed)
  })

  test('a fresh one is judged wherever there can be one', async () => {
    const { judge, judged } = sameToken({ livesSeconds: 3600 }, 7200)
    await judge()
    expect(judged).toEqual(['token-2'])
  })
})

/** Logs in to a server that returns these tokens, and after an hour another one. */
function returning(...tokens: string[]) {
  let logins = 0
  const client = createTestClient({
    [route.login]: () => ({ json: { token: tokens[logins++] ?? `later-${logins}` } }),
    [route.list]: { status: 401 },
    [route.newList]: { status: 401 },
  })
  const { run, api, steps, now, until, inCase } = client
  const clock = { now, until, forward: (seconds: number) => until(now() + seconds * 1000) }
  const start = now()
  const used = { api: { ...api, ...steps }, clock, run } as never
  const logIn = () => steps.token(ada, { family: 'users-v1', encoding: 'json' })
  return {
    fresh: () => inCase(() => freshToken(used, logIn)),
    another: () => inCase(() => newToken(used, logIn)),
    waited: () => now() - start,
  }
}

describe('a token that no earlier login returned', () => {
  test('is that of the third login, if each returns another', async () => {
    const { fresh, waited } = returning('a', 'b', 'c')
    expect(await fresh()).toBe('c')
    expect(waited()).toBeLessThan(60_000)
    expect(await returning('a', 'b', 'c').another()).toBe('c')
  })

  test('comes after the hour of living ones that are returned in turn: these may be older than the run', async () => {
    const { fresh, waited } = returning('a', 'b', 'a')
    expect(await fresh()).toBe('later-4')
    expect(waited()).toBeGreaterThan(3_600_000)
    await expect(returning('a', 'b', 'a').another()).rejects.toThrow(NotSupported)
    await expect(returning('a', 'b', 'b').another()).rejects.toThrow(NotSupported)
  })
})
