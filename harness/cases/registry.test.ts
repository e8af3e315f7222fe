import { expect, test } from 'vitest'
import { createRequirement, slug, type Case, type Registry } from './registry.ts'
import { inOrder, runInOrder, type ScheduleOptions } from './schedule.ts'

function create() {
  const registry: Registry = new Map()
  return { registry, requirement: createRequirement<'mfa.seed-one-time' | 'login.json'>(registry) }
}

test('what the body takes apart is what the case asks for, and says when it runs', () => {
  const { registry, requirement } = create()
  requirement('login.json', 'plain', async ({ api, account }) => void [api, account])
  requirement('mfa.seed-one-time', 'with a code', async ({ api, mfaAccount: bob }) => void [api, bob])
  requirement('login.json', 'an hour later', async ({ clock, mfaAccount }) => void [clock, mfaAccount])
  requirement('login.json', 'years later', async ({ clock, farClock }) => void [clock, farClock])
  requirement('login.json', 'in the end', async ({ seen }) => void seen)
  requirement('login.json', 'asking for nothing', async () => {})
  expect([...registry.values()].map(({ id, tools, phase }) => [id, tools, phase])).toEqual([
    ['login.json/plain', ['api', 'account'], 'plain'],
    ['mfa.seed-one-time/with-a-code', ['api', 'mfaAccount'], 'codes'],
    ['login.json/an-hour-later', ['clock', 'mfaAccount'], 'hours'],
    ['login.json/years-later', ['clock', 'farClock'], 'years'],
    ['login.json/in-the-end', ['seen'], 'last'],
    ['login.json/asking-for-nothing', [], 'plain'],
  ])
})

test('tools may be named where the body takes them as a whole; the thing changed is kept', () => {
  const { registry, requirement } = create()
  requirement(
    'login.json',
    'whole',
    { tools: ['clock'], changed: 'the password' },
    async (tools) => void tools,
  )
  expect(registry.get('login.json/whole')).toMatchObject({
    tools: ['clock'],
    phase: 'hours',
    changed: 'the password',
  })
})

test('a title stands once in a requirement, and a body takes its tools apart', () => {
  const { requirement } = create()
  requirement('login.json', 'On users-v1!', async () => {})
  expect(() => requirement('login.json', 'on users v1', async () => {})).toThrow(
    'two cases are called login.json/on-users-v1',
  )
  expect(() => requirement('login.json', 'whole', async (tools) => void tools)).toThrow(
    'must take its tools as async',
  )
  expect(slug("“the user's” 2nd — code")).toBe('the-user-s-2nd-code')
})

function fivePhases() {
  const { registry, requirement } = create()
  requirement('login.json', 'last', async ({ seen }) => void seen)
  requirement('login.json', 'years 1', async ({ farClock }) => void farClock)
  requirement('login.json', 'years 2', async ({ farClock }) => void farClock)
  requirement('login.json', 'hour 1', async ({ clock }) => void clock)
  requirement('login.json', 'hour 2', async ({ clock }) => void clock)
  requirement('login.json', 'codes', async ({ mfaAccount }) => void mfaAccount)
  requirement('login.json', 'plain', async ({ api }) => void api)
  return [...registry.values()]
}

const names = (cases: readonly { title: string }[]) => cases.map(({ title }) => title)

const oneByOne = { shareHours: () => 'none', codesBeside: false, inLanes: false } satisfies ScheduleOptions

test('cases run by their phases, and in the order they stand within one', async () => {
  const cases = fivePhases()
  const order = ['plain', 'codes', 'hour 1', 'hour 2', 'years 1', 'years 2', 'last']
  const ran: string[] = []
  await runInOrder(cases, oneByOne, async ({ title }) => {
    await Promise.resolve()
    ran.push(title)
  })
  expect(names(inOrder(cases))).toEqual(order)
  expect(ran).toEqual(order)
})

/** The titles of cases that did not run alone. */
async function together(cases: readonly Case[], options: Partial<ScheduleOptions>): Promise<string[]> {
  const found: string[] = []
  let running = 0
  await runInOrder(cases, { ...oneByOne, ...options }, async ({ title }) => {
    running++
    await new Promise(setImmediate)
    if (running > 1) found.push(title)
    await new Promise(setImmediate)
    running--
  })
  return found.toSorted()
}

test('in real time those that wait for codes run beside the plain ones, and hours are shared', async () => {
  expect(await together(fivePhases(), {})).toEqual([])
  const shared = await together(fivePhases(), { shareHours: () => 'all', codesBeside: true })
  expect(shared).toEqual(['codes', 'hour 1', 'hour 2', 'plain'])
})

test('where time jumps, cases of one requirement and one account share hours; sequences stay alone', async () => {
  const { registry, requirement } = create()
  requirement('login.json', 'hour 1', async ({ clock }) => void clock)
  requirement('login.json', 'hour 2', async ({ clock }) => void clock)
  requirement('mfa.seed-one-time', 'hour of another requirement', async ({ clock }) => void clock)
  requirement('login.json', 'of another account', async ({ clock, account2 }) => void [clock, account2])
  requirement('login.json', 'in two steps', async ({ mfaAccount2, clock }) => void [mfaAccount2, clock])
  requirement('login.json', 'codes', async ({ mfaAccount }) => void mfaAccount)
  requirement('login.json', 'sequence', { phase: 'sequences' }, async ({ clock }) => void clock)
  const shareHours = () => 'of one account' as const
  expect(await together([...registry.values()], { shareHours })).toEqual(['hour 1', 'hour 2'])
})

test('in lanes, commands and what only signs run beside the plain ones; none beside its like, or where time moves', async () => {
  const { registry, requirement } = create()
  requirement('login.json', 'command 1', async ({ operator }) => void operator)
  requirement('login.json', 'command 2', async ({ operator }) => void operator)
  const commands = [...registry.values()]
  requirement('login.json', 'signed 1', async ({ accessKey }) => void accessKey)
  requirement('login.json', 'signed 2', async ({ accessKey2, run }) => void [accessKey2, run])
  const signed = [...registry.values()].slice(2)
  requirement(
    'login.json',
    'signed and logged in',
    async ({ accessKey, account }) => void [accessKey, account],
  )
  const loggedIn = [...registry.values()].slice(4)
  const inLanes = true
  for (const kind of [commands, signed, [...loggedIn, ...fivePhases()]])
    expect(await together(kind, { inLanes })).toEqual([])
  const all = [...commands, ...signed, ...fivePhases()]
  expect(await together(all, { inLanes })).toEqual([
    'command 1',
    'command 2',
    'plain',
    'signed 1',
    'signed 2',
  ])
  expect(await together(all, {})).toEqual([])
})
