import { methods, type Method } from '../../../harness/client-judge/operation.ts'
import type { Scenario, Stage } from '../../../harness/client-judge/played.ts'
import { readCalls } from '../../../harness/client-judge/read-calls.ts'
import { codeAt } from '../../../harness/client-judge/totp.ts'
import { draw, onDrawnServer } from './freedom-classes.ts'

/** Names each method in titles. */
export const by: Record<Method, string> = {
  token: 'username and password',
  mfa: 'a second factor',
  'private-token': 'a private token',
  signature: 'a signature',
  session: 'a session',
}

const hourSeconds = 3631

/**
 * Returns how long it takes from now to the first second, after more than an hour, of a time step whose code begins with a
 * zero. Where a client keeps the real time, the first codes of a run do.
 */
function secondsToZero({ now, played }: Stage): number {
  const stepMs = 30_000
  const beginMs = now()
  let atMs = Math.ceil((beginMs + hourSeconds * 1000) / stepMs) * stepMs
  while (!codeAt(played.told.otpSecret, atMs).startsWith('0')) atMs += stepMs
  return Math.ceil((atMs - beginMs) / 1000) + 1
}

/**
 * Returns a time in each of the next twelve months: early on its second day, where numbers begin with a zero, or in other
 * hours, midnight among them; and on the last day of December, whose week belongs to the next year for some.
 */
function datesOfYear(nowMs: number): number[] {
  const now = new Date(nowMs)
  const hours = [3, 13, 0, 23]
  return Array.from({ length: 12 }, (_, index) => {
    const month = now.getUTCMonth() + 1 + index
    const hour = hours[index % hours.length] ?? 0
    return Date.UTC(now.getUTCFullYear(), month, month % 12 === 11 ? 31 : 2, hour, 4, 5)
  })
}

/** Returns the newest token that the client received. */
const newestToken = ({ played }: Stage): string | undefined => readCalls(played).tokens.at(-1)?.text

export async function useAndList(stage: Stage, method: Method): Promise<void> {
  await stage.use(method)
  await stage.list()
}

/** Plays a scenario by username and password; by a second factor for a client that supports nothing else. */
export function byEitherLogin(make: (method: 'token' | 'mfa') => Scenario): Scenario[] {
  const other = make('mfa')
  return [make('token'), { ...other, name: `${other.name}-mfa`, unless: 'token' }]
}

const plain = (method: Method): Scenario => ({
  anyServer: true,
  name: `plain-${method}`,
  title: `The users are listed twice by ${by[method]}.`,
  method,
  async play(stage) {
    await useAndList(stage, method)
    // A client that logs in twice would need another code, which not every server accepts within half a minute.
    if (method === 'mfa' && !stage.isOwnServer) return
    if (method === 'signature') await stage.nextSecond()
    await stage.list()
    // Other scenarios begin with another login in the same process: where that fails, it shows here first.
    if (!stage.isOwnServer) return
    await useAgain(stage, method)
    await stage.list()
  },
})

/** Switches to a method in a client that may have used it before. */
export async function useAgain(stage: Stage, method: Method): Promise<void> {
  if (method === 'mfa' && stage.played.operations.length > 0) await stage.untilNextCode()
  await stage.use(method)
}

const hour = (method: Method): Scenario => ({
  name: `hour-${method}`,
  title: `By ${by[method]}: ten minutes pass between two lists, and an hour before a third.`,
  ...onDrawnServer(method),
  async play(stage) {
    await useAndList(stage, method)
    for (const seconds of [600, hourSeconds]) {
      await stage.advance(seconds)
      await stage.list()
    }
  },
})

/** The server forgets the newest token. Returns false if there is none. */
export async function forgetToken(stage: Stage, method: Method): Promise<boolean> {
  const token = newestToken(stage)
  if (token === undefined) return false
  if (method === 'mfa') await stage.untilNextCode()
  await stage.expire(token)
  return true
}

const revoked = (method: Method): Scenario => ({
  name: `revoked-${method}`,
  title: `By ${by[method]}: the server forgets the token between two lists.`,
  ...onDrawnServer(method),
  async play(stage) {
    await useAndList(stage, method)
    if (await forgetToken(stage, method)) await stage.list()
  },
})

/** The first ones use a server like the specification's examples, the others use servers that differ. */
export const plainScenarios: readonly Scenario[] = [
  ...methods.map(plain),
  {
    name: 'other-account',
    title: 'Another account is used between two lists, and the first one again.',
    method: 'token',
    also: ['mfa'],
    variations: (random) => draw(random, 'token', 'mfa'),
    async play(stage) {
      for (const method of ['token', 'mfa', 'token'] as const) {
        await useAndList(stage, method)
      }
    },
  },
  hour('token'),
  hour('mfa'),
  {
    name: 'year-private-token',
    title: 'By a private token: more than a year passes between two lists.',
    ...onDrawnServer('private-token'),
    async play(stage) {
      await useAndList(stage, 'private-token')
      await stage.advance(400 * 24 * 3600)
      await stage.list()
    },
  },
  {
    name: 'year-signature',
    title: 'By a signature: a list in each month of a year.',
    ...onDrawnServer('signature'),
    async play(stage) {
      await stage.use('signature')
      for (const atMs of datesOfYear(stage.now())) {
        await stage.advance(Math.ceil((atMs - stage.now()) / 1000))
        await stage.list()
      }
    },
  },
  revoked('token'),
  revoked('mfa'),
  {
    name: 'next-code',
    variations: (random) => draw(random, 'mfa'),
    title:
      'The code of a time step more than an hour later begins with a zero; ten minutes later, and again in the next step, the server forgets the token.',
    method: 'mfa',
    async play(stage) {
      await stage.use('mfa')
      await stage.advance(secondsToZero(stage))
      await stage.list()
      await stage.advance(600)
      if (!(await forgetToken(stage, 'mfa'))) return
      await stage.list()
      await forgetToken(stage, 'mfa')
      await stage.list()
    },
  },
]
