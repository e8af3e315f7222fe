import { disguised } from '../../../harness/client-judge/other-origin.ts'
import type { Scenario, Stage } from '../../../harness/client-judge/played.ts'
import type { Disturbance } from '../../../harness/client-judge/proxy.ts'
import { text } from '../../../harness/client-judge/read-calls.ts'
import { jsonIn } from '../../../harness/wire/shown/json-in.ts'
import type { Recorded } from '../../../harness/client-judge/recorded.ts'
import { answer, rewriting } from './answers.ts'
import { limited, retryAfterSeconds, serverError } from './disturbed.ts'
import { onDrawnServer } from './freedom-classes.ts'
import { forgetToken, useAndList } from './plain.ts'
import { redirectElsewhere } from './redirects.ts'

/** Returns the values of a body's fields, from JSON or a form. */
function sentTexts(body: Uint8Array): unknown[] {
  const json = jsonIn(text(body))
  if (typeof json === 'object' && json !== null) return Object.values(json)
  return [...new URLSearchParams(text(body)).values()]
}

/** Disturbs each request that carries the seed of a challenge. */
function disturbSecondStep(stage: Stage, how: (exchange: Recorded) => Disturbance | undefined): void {
  const given = new Set<unknown>()
  const look = rewriting('a look at the challenge', ({ seed }) => {
    if (typeof seed === 'string') given.add(seed)
    return undefined
  })
  stage.disturb((exchange) =>
    sentTexts(exchange.request.body).some((sent) => given.has(sent)) ? how(exchange) : look,
  )
}

/** Scenarios in which the second step goes wrong. */
export const secondStepScenarios: readonly Scenario[] = [
  {
    name: 'second-step-rejected',
    title: 'Every second step is rejected.',
    ...onDrawnServer('mfa'),
    async play(stage) {
      const rejected = answer([400, 401, 403][stage.random.below(3)] ?? 401, '{"error":"not-authenticated"}')
      disturbSecondStep(stage, () => ({ what: 'a rejection', answer: rejected }))
      await stage.use('mfa')
      await stage.listPatiently()
    },
  },
  {
    name: 'second-step-server-error',
    title: 'The server forgets the token, and answers every second step with a server error.',
    ...onDrawnServer('mfa'),
    async play(stage) {
      await useAndList(stage, 'mfa')
      if (!(await forgetToken(stage, 'mfa'))) return
      const how = serverError(stage)
      disturbSecondStep(stage, () => how)
      await stage.listPatiently()
    },
  },
  {
    name: 'second-step-cut',
    title: 'The response to the first second step is cut off in the middle; the next login works.',
    method: 'mfa',
    async play(stage) {
      let left = 1
      disturbSecondStep(stage, () => (left-- > 0 ? { what: 'cut off', cut: true } : undefined))
      await stage.use('mfa')
      await stage.listPatiently()
      await stage.untilNextCode()
      await stage.list()
    },
  },
  {
    name: 'second-step-limited',
    turn: 'spread',
    title: `The first second step is answered with 429, and Retry-After: ${retryAfterSeconds}.`,
    method: 'mfa',
    async play(stage) {
      let left = 1
      disturbSecondStep(stage, () => (left-- > 0 ? limited : undefined))
      await stage.use('mfa')
      await stage.listPatiently()
    },
  },
  {
    name: 'redirect-second-step',
    title: 'The second step redirects to another origin.',
    ...onDrawnServer('mfa'),
    async play(stage) {
      disturbSecondStep(stage, (exchange) => redirectElsewhere(stage, exchange))
      await useAndList(stage, 'mfa')
    },
  },
  {
    name: 'otp-url-elsewhere',
    anyServer: true,
    title:
      'The otp_url leads to another origin: a whole URL, one that differs in the port alone, and others that look like a path or begin like the base URL.',
    ...onDrawnServer('mfa'),
    async play(stage) {
      let other = stage.played.otherOrigin
      stage.disturb(() =>
        rewriting('an otp_url of another origin', (said) =>
          'otp_url' in said ? { ...said, otp_url: other + String(said['otp_url']) } : undefined,
        ),
      )
      await useAndList(stage, 'mfa')
      const { port, withoutScheme, userinfo } = disguised(stage.played)
      // As browsers read URLs, a backslash is a slash. A text behind an origin may make it a username.
      const asPath = [withoutScheme.replace('//', '/\\'), withoutScheme.replace('//', '@')]
      for (const origin of [withoutScheme, port, userinfo, ...asPath]) {
        other = origin
        await useAndList(stage, 'mfa')
      }
    },
  },
]
