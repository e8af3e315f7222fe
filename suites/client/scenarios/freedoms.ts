import { methods, type Method } from '../../../harness/client-judge/operation.ts'
import type { Scenario, Stage } from '../../../harness/client-judge/played.ts'
import { isSamePath } from '../../../harness/client-judge/same-url.ts'
import { whatIsWrong } from '../outcomes.ts'
import {
  again,
  alone,
  classesOf,
  drawRounds,
  freedomClasses,
  rejections,
  roundsOf,
  together,
} from './freedom-classes.ts'
import { by, byEitherLogin, forgetToken, useAgain, useAndList } from './plain.ts'
import { rewriting } from './answers.ts'

/** All ways in which a void token may be rejected: the last one also where it is sent with a login. */
const tokenRejections = [...rejections, 'login-rejects-void-tokens']

const rejected = 'A token is rejected with another status than 401, or also where it is sent with a login.'

/** Requests a list from a server with these variations; the session's cookie may change from list to list. */
async function isListed(stage: Stage, method: Method, variations: readonly string[]): Promise<boolean> {
  await stage.vary(variations)
  await useAgain(stage, method)
  const lists = [await stage.list(), ...(method === 'session' ? [await stage.list()] : [])]
  return lists.every((list) => whatIsWrong(list, stage.played.identities.usernames) === undefined)
}

/**
 * Plays servers that differ in many ways at once, so that every variation is met. If the client fails, the variations
 * that are new to it follow one by one, to show what it relied on.
 */
async function playRounds(stage: Stage, method: Method) {
  const [good, bad] = [new Set<string>(), new Set<string>()]
  for (const [round, drawn] of drawRounds(method, stage.random).entries()) {
    const on = drawn.filter((variation) => !bad.has(variation))
    stage.begin(together(round, method), `By ${by[method]}, on a server that differs in many ways.`)
    const isFine = await isListed(stage, method, on)
    if (isFine) for (const variation of on) good.add(variation)
    const suspects = isFine ? [] : on.filter((variation) => !good.has(variation))
    for (const variation of suspects) {
      const what = freedomClasses.find(({ variations }) => variations.includes(variation))?.what ?? ''
      stage.begin(alone(variation, method), `By ${by[method]}, where ${what}.`)
      const set = (await isListed(stage, method, [variation])) ? good : bad
      set.add(variation)
    }
    if (isFine || suspects.some((variation) => bad.has(variation))) continue
    stage.begin(
      again(round, method),
      `By ${by[method]}, on a server that differs in many ways, each of which the client handles alone.`,
    )
    await isListed(stage, method, on)
  }
}

/** Plays one server after another; the client restarts on each. */
function freedoms(method: Method): Scenario {
  const family = `one-family-${method}`
  const rounds = Array.from({ length: roundsOf(method) }, (_, round) => round)
  return {
    name: `freedoms-${method}`,
    turn: 'late',
    title: `By ${by[method]}, on servers that differ in what the specification leaves open.`,
    method,
    situations: [
      ...classesOf(method).flatMap(({ variations }) => variations.map((one) => alone(one, method))),
      ...rounds.flatMap((round) => [together(round, method), again(round, method)]),
      family,
    ],
    async play(stage) {
      // A client that can list nothing here would take its time on each server.
      if (!(await isListed(stage, method, []))) return
      await playRounds(stage, method)
      for (const { what, variations } of classesOf(method).filter(({ rule }) => rule === undefined))
        for (const variation of variations) {
          stage.begin(alone(variation, method), `By ${by[method]}, where ${what}.`)
          await isListed(stage, method, [variation])
        }
      const { v1, 'users-v1': older } = stage.families
      if (v1 && older) return stage.leaveOut(family, 'the client uses both path families')
      stage.begin(family, `By ${by[method]}, where the server has only the path family that the client uses.`)
      await isListed(stage, method, [v1 ? 'newer-family-only' : 'older-family-only'])
    },
  }
}

const pathOf = (target: string) => target.split('?')[0] ?? ''

/** Servers that differ in one thing that the specification leaves open. */
export const freedomScenarios: readonly Scenario[] = [
  ...methods.map(freedoms),
  ...methods.map((method): Scenario => ({
    name: `prefix-${method}`,
    title: `By ${by[method]}, where the base URL has a path.`,
    method,
    variations: () => ['deep-path-prefix'],
    async play(stage) {
      // The specification does not say whether otp_url is below the base URL.
      const twice = stage.played.prefix.repeat(2)
      stage.disturb(({ request: { method: verb, target } }) =>
        verb === 'POST' && target.startsWith(`${twice}/`)
          ? { what: 'an otp_url below the base URL', target: target.slice(twice.length / 2) }
          : undefined,
      )
      await useAndList(stage, method)
    },
  })),
  ...byEitherLogin((method) => ({
    name: 'same-token',
    title: 'The server answers each login with the same token, and its hour begins again.',
    method,
    variations: () => ['same-token-for-ever'],
    async play(stage) {
      await useAndList(stage, method)
      await stage.advance(3631)
      await stage.list()
    },
  })),
  ...byEitherLogin((method) => ({
    name: 'rejection',
    title: rejected,
    method,
    situations: tokenRejections,
    async play(stage) {
      for (const variation of tokenRejections) {
        stage.begin(variation, rejected)
        if (!(await isListed(stage, method, [variation]))) continue
        await forgetToken(stage, method)
        await stage.list()
      }
    },
  })),
  {
    name: 'look-alike',
    anyServer: true,
    title: 'A token response has a code and a msg, and the code is below 101, and then above it.',
    method: 'token',
    async play(stage) {
      let code = stage.random.below(101)
      stage.disturb(({ request }) =>
        rewriting('additional fields', (said) => {
          if (request.method !== 'POST' || !('token' in said)) return undefined
          // As long as a token, and before it.
          const seed = stage.random.word(32)
          const own = code < 101 ? { seed: null, otp_url: null } : { seed, otp_url: '/none/' }
          return { code, msg: 'ok', ...own, ...said }
        }),
      )
      await useAndList(stage, 'token')
      // It begins like 101.
      code = 1010 + stage.random.below(10)
      await useAndList(stage, 'token')
    },
  },
  {
    name: 'otp-url',
    title:
      'The second step has a path of its own, with an encoded slash, and without one at its end; after the next login, it has another.',
    method: 'mfa',
    async play(stage) {
      const paths = ['/login/2%2Fotp', '/api/v1/mfa%2F1?step=2&next=%2Fhome%3Fa%3Db', '/api/users/v2/otp%2F1']
      const first = stage.random.below(paths.length)
      const at = (index: number) => stage.played.prefix + (paths[index % paths.length] ?? '')
      let otpUrl = at(first)
      let own = ''
      stage.disturb(({ request }) =>
        isSamePath(pathOf(request.target), pathOf(otpUrl))
          ? { what: 'the second step at its own path', target: own }
          : rewriting('another otp_url', (said) => {
              if (!('otp_url' in said)) return undefined
              own = String(said['otp_url'])
              return { ...said, otp_url: otpUrl }
            }),
      )
      await useAndList(stage, 'mfa')
      if (!(await forgetToken(stage, 'mfa'))) return
      otpUrl = at(first + 1)
      await stage.list()
    },
  },
]
