import { expect, test } from 'vitest'
import { ada, users } from '../../client/testing/accounts.ts'
import { route } from '../../client/testing/paths.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import { SetupFailed, Violation } from '../../outcomes.ts'
import type { Run } from '../../run/run.ts'
import { unlessJumpsEndTokens } from './jumps-end-tokens.ts'

const found = new Violation('the list of users', '401')

interface World {
  kind?: string
  /** Forgets all tokens at each jump. */
  forgets?: boolean
  /** How long a token lives. */
  livesSeconds?: number
  /** How long a jump takes: no shorter one is made, as with any command. */
  jumpSeconds?: number
}

/** Judges a violation on such a server, after a jump of an hour. */
function judged({ kind = 'command', forgets = false, livesSeconds = 3600, jumpSeconds = 0 }: World) {
  const tokens = new Map<string, number>()
  const client = createTestClient(
    {
      [route.login]() {
        const token = `token ${tokens.size} of ${ada.username}`
        tokens.set(token, client.now() + livesSeconds * 1000)
        return { json: { token } }
      },
      [route.list]({ headers }) {
        const [, token = ''] = /^Bearer (.*)/.exec(new Map(headers).get('Authorization') ?? '') ?? []
        return (tokens.get(token) ?? 0) > client.now() ? { json: users } : { status: 401 }
      },
    },
    { declared: { accounts: { plain: ada } } },
  )
  let aheadSeconds = 3600
  const advance = async (seconds: number) => {
    client.pass(seconds)
    if (seconds <= jumpSeconds) return
    aheadSeconds += seconds
    if (forgets) tokens.forEach((_, token) => tokens.set(token, 0))
  }
  const clock = {
    kind,
    now: client.now,
    advance,
    get aheadSeconds() {
      return aheadSeconds
    },
  }
  const run = { ...client.run, clock } as unknown as Run
  const judge = async (aheadAtFirst: number) =>
    await unlessJumpsEndTokens(found, { run, trace: client.trace }, aheadAtFirst)
  return { judge, sent: client.sent }
}

test('a violation after a jump does not count if the command ends tokens, however long it takes', async () => {
  for (const jumpSeconds of [0, 5]) {
    const { judge } = judged({ forgets: true, jumpSeconds })
    const error = await judge(0)
    expect(error).toBeInstanceOf(SetupFailed)
    expect(error.message).toMatch(
      /^clock.advance ends tokens, .* after a jump of \d s, .* for \d+ s .*: expected/,
    )
  }
})

test('it counts if tokens outlive a jump, or live no longer without one', async () => {
  expect(await judged({}).judge(0)).toBe(found)
  expect(await judged({ livesSeconds: 1 }).judge(0)).toBe(found)
  expect(await judged({ livesSeconds: 0 }).judge(0)).toBe(found)
})

test('that is asked once a run, and only after a jump by a command', async () => {
  const { judge, sent } = judged({ forgets: true })
  await judge(0)
  const asked = sent.length
  expect(await judge(0)).toBeInstanceOf(SetupFailed)
  expect(sent).toHaveLength(asked)

  expect(await judge(3602)).toBe(found)
  const control = judged({ kind: 'control', forgets: true })
  expect(await control.judge(0)).toBe(found)
  expect(control.sent).toEqual([])
})
