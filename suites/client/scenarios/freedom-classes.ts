import { methods as allMethods, type Method } from '../../../harness/client-judge/operation.ts'
import type { Random } from '../../../harness/run/run.ts'
import type { ClientRuleId } from '../catalogue/index.ts'

/**
 * One respect that the specification leaves open, with the variations of our server that show it. Only one of them can be
 * on at a time.
 */
export interface FreedomClass {
  /**
   * Absent if rules about requests tell which client is wrong. Such a class is played alone, since it changes what other
   * rules judge.
   */
  rule?: ClientRuleId
  methods: readonly Method[]
  /** The end of a title for such a server. */
  what: string
  variations: readonly string[]
}

export const freedomClasses: readonly FreedomClass[] = [
  {
    rule: 'client.tolerates-list-shape',
    methods: allMethods,
    what: 'the list has another shape',
    variations: [
      'list-in-results',
      'list-in-data',
      'list-in-users',
      'list-in-depth',
      'list-reversed',
      'list-shuffled',
      'list-answers-203',
    ],
  },
  {
    rule: 'client.tolerates-list-shape',
    methods: allMethods,
    what: 'records have other fields',
    variations: ['list-with-more-fields', 'records-are-short'],
  },
  {
    rule: 'client.tolerates-json',
    methods: allMethods,
    what: 'JSON is written differently',
    variations: ['json-pretty-and-escaped', 'json-type-in-capitals'],
  },
  {
    rule: 'client.tolerates-http',
    methods: allMethods,
    what: 'answers use more of HTTP',
    variations: [
      'answers-are-chunked',
      'connections-are-closed',
      'header-names-in-capitals',
      'no-date-header',
      'no-reason-phrase',
    ],
  },
  {
    rule: 'client.tolerates-http',
    methods: allMethods,
    what: 'answers have more headers, or are compressed for a client that accepts that',
    variations: [
      'answers-are-gzip-if-accepted',
      'cors-headers',
      'rate-limit-told',
      'cookie-with-every-answer',
    ],
  },
  {
    rule: 'client.tolerates-login-status',
    methods: ['token', 'mfa'],
    what: 'a login is answered with another status',
    variations: ['login-answers-202'],
  },
  {
    rule: 'client.tolerates-more-fields',
    methods: ['token', 'mfa'],
    what: 'answers have additional fields',
    variations: ['login-tells-expiry'],
  },
  {
    rule: 'client.tolerates-token-text',
    methods: ['token', 'mfa'],
    what: 'tokens look different',
    variations: [
      'tokens-are-jwts',
      'tokens-are-base64',
      'tokens-are-uuids',
      'tokens-are-long',
      'tokens-are-short',
    ],
  },
  {
    rule: 'client.tolerates-challenge-status',
    methods: ['mfa'],
    what: 'the challenge has another status',
    variations: [201, 300, 400, 401, 403].map((status) => `challenge-answers-${status}`),
  },
  {
    rule: 'client.tolerates-challenge-msg',
    methods: ['mfa'],
    what: 'the challenge has another msg',
    variations: ['challenge-in-chinese', 'challenge-without-words'],
  },
  {
    rule: 'client.tolerates-seed-text',
    methods: ['mfa'],
    what: 'seeds look different',
    variations: [
      'seeds-are-jwts',
      'seeds-are-six-digits',
      'seeds-are-long',
      'seeds-are-unicode',
      'seeds-are-short',
    ],
  },
  {
    methods: ['mfa'],
    what: 'the otp_url has a query of its own',
    variations: ['otp-url-with-query'],
  },
  {
    rule: 'client.tolerates-session-text',
    methods: ['session'],
    what: 'the cookie has other characters',
    variations: ['session-cookie-with-signs', 'session-cookie-attributes'],
  },
  {
    methods: ['session'],
    what: 'each answer sets another cookie',
    variations: ['session-id-renewed', 'session-id-renewed-old-stays'],
  },
]

/** Variations that change how everything is rejected. */
export const rejections = [
  'refusals-answer-400',
  'refusals-answer-403',
  'refusals-answer-404',
  'refusals-answer-418',
  'refusals-answer-200',
  'refusals-without-body',
  'refusals-in-html',
  'refusals-in-plain-text',
  'refusals-in-chinese',
]

export const classesOf = (method: Method): readonly FreedomClass[] =>
  freedomClasses.filter((one) => one.methods.includes(method))

/** Returns the classes of which one variation each is on at the same time. */
const togetherOf = (method: Method) => classesOf(method).filter(({ rule }) => rule !== undefined)

/** Names the scenario in which a server differs only in this way. */
export const alone = (variation: string, method: Method): string => `${variation}-${method}`

/** Names the scenario in which a server differs in many ways at once; `again` names its repetition. */
export const together = (number: number, method: Method): string => `many-freedoms-${number}-${method}`
export const again = (number: number, method: Method): string => `${together(number, method)}-again`

/**
 * Draws one variation of each class for these methods, for a scenario about something else. Skips classes without a rule:
 * a cookie set by an answer that never arrives is lost, and that isn't the client's fault.
 */
export function draw(random: Random, ...used: readonly Method[]): string[] {
  return freedomClasses
    .filter(({ rule, methods: all }) => rule !== undefined && used.some((method) => all.includes(method)))
    .map(({ variations }) => variations[random.below(variations.length)] ?? '')
}

/** For a scenario about something else: by this method, on a server that differs in one variation of each class. */
export const onDrawnServer = (method: Method) => ({
  method,
  variations: (random: Random) => draw(random, method),
})

/** This many servers show every variation of the classes that concern logins or sessions, and half of the others. */
export const roundsOf = (method: Method): number =>
  Math.max(
    4,
    ...togetherOf(method).map(({ methods: all, variations }) =>
      all.length < allMethods.length ? variations.length : 0,
    ),
  )

/** Draws one variation of each class for each round, from the seed. */
export function drawRounds(method: Method, random: Random): string[][] {
  const drawn = togetherOf(method).map(({ variations }) => ({
    variations,
    from: random.below(variations.length),
  }))
  return Array.from({ length: roundsOf(method) }, (_, round) =>
    drawn.map(({ variations, from }) => variations[(from + round) % variations.length] ?? ''),
  )
}
