import type { Call } from '../../server/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { must } from '../shared/breach.ts'

const opensNothing = must('mfa.challenge-opens-nothing')
const wrongCode = must('mfa.wrong-code')

/** Second factors that are passed by where things are looked up, compared or answered in a loose way. */
export const mfaLookupDefects: Defect[] = [
  {
    name: 'token-taken-for-seed',
    summary: 'A seed is a signed text with a user name in it, and so is a token: one is taken for the other.',
    breaks: must('mfa.wrong-seed'),
    blocks: [],
    apply({ seeds, tokens, clock }) {
      wrap(seeds, 'find', (find) => (text, call) => {
        const token = call && tokens.accepts(text, call)
        const made = token && { text, username: token, issuedAt: clock.now(), spent: false }
        return find(text, call) ?? (made || undefined)
      })
    },
  },
  {
    name: 'mfa-skipped-for-upper-case-name-on-newer-family',
    summary:
      'The newer path family folds user names, but asks for a second factor under the name as it was sent.',
    breaks: must('mfa.newer-family-two-steps'),
    blocks: [],
    apply: (parts) => skipForOtherCase(parts, 'v1'),
  },
  {
    name: 'mfa-skipped-for-upper-case-name-on-older-family',
    summary:
      'The older path family folds user names, but asks for a second factor under the name as it was sent.',
    breaks: must('mfa.challenge-shape'),
    blocks: [],
    apply: (parts) => skipForOtherCase(parts, 'users-v1'),
  },
  {
    name: 'mfa-skipped-where-login-carries-a-code',
    summary:
      'On the newer path family a login with a field otp_code counts as one with a second factor, unchecked.',
    breaks: must('mfa.newer-family-two-steps'),
    blocks: [],
    apply(parts) {
      wrap(parts, 'needsSecondStep', (needs) => (account, call) => {
        return needs(account, call) && !(isCall('login', 'v1')(call) && 'otp_code' in membersOf(call.body))
      })
    },
  },
  {
    name: 'challenge-token-in-header',
    summary: 'A challenge of the older path family has the token of the login in a header field already.',
    breaks: opensNothing,
    blocks: [],
    apply: (parts) =>
      atChallenge(parts, 'users-v1', (token, body, reply) => {
        reply.header('X-Auth-Token', token)
        return body
      }),
  },
  {
    name: 'challenge-token-in-otp-url',
    summary: 'A challenge of the newer path family carries the login on in a token in the query of otp_url.',
    breaks: opensNothing,
    blocks: [],
    apply: (parts) =>
      atChallenge(parts, 'v1', (token, body) => ({
        ...body,
        otp_url: `${String(body['otp_url'])}?state=${token}`,
      })),
  },
  {
    name: 'code-part-is-enough',
    summary: 'The code is looked for in the right one: any of its digits will do.',
    breaks: wrongCode,
    blocks: [],
    apply: (parts) => accept(parts, (sent, right) => right.includes(sent) && sent !== right),
  },
  {
    name: 'code-beginning-compared-on-older-family',
    summary: 'The older path family compares as many characters as a code has, whatever follows.',
    breaks: wrongCode,
    blocks: [],
    apply: (parts) => accept(parts, (sent, right) => sent.startsWith(right) && sent !== right, 'users-v1'),
  },
  {
    name: 'code-not-checked-after-five-errors',
    summary: 'After five wrong codes the check of an account fails open.',
    breaks: wrongCode,
    blocks: [],
    apply(parts) {
      const errors = new Map<string, number>()
      wrap(parts, 'checkCode', (check) => async (account, code, call) => {
        const seen = errors.get(account.username) ?? 0
        const right = await check(account, code, call)
        errors.set(account.username, right ? 0 : seen + 1)
        return right || seen >= 5
      })
    },
  },
  {
    name: 'code-true-taken',
    summary: 'A second step compares loosely: the JSON value true equals every code.',
    breaks: wrongCode,
    blocks: [],
    apply: (parts) => readCode(parts, (code) => code === true),
  },
  {
    name: 'code-may-be-empty',
    summary: 'An empty code is found in every right one.',
    breaks: must('mfa.missing-field'),
    blocks: [],
    apply: (parts) => readCode(parts, (code) => code === ''),
  },
  {
    name: 'seed-as-pattern-on-older-family',
    summary: 'The older path family looks seeds up with LIKE, so "%" is the one given out last.',
    breaks: must('mfa.wrong-seed'),
    blocks: [],
    apply({ seeds }) {
      wrap(seeds, 'find', (find) => (text, call) => {
        const newest = [...seeds.records.keys()].at(-1) ?? ''
        return find(text === '%' && call?.family === 'users-v1' ? newest : text, call)
      })
    },
  },
  {
    name: 'spent-seed-good-in-forms',
    summary: 'A form-encoded second step does not look whether the seed was spent.',
    breaks: must('mfa.seed-one-time'),
    blocks: [],
    apply({ seeds, choices }) {
      choices.secondStepEncodings['users-v1'] = ['json', 'form']
      wrap(seeds, 'find', (find) => (text, call) => {
        const seed = seeds.records.get(text)
        const again = call?.encoding === 'form' && seed !== undefined && !seeds.isExpired(seed, call)
        return again ? { ...seed, spent: false } : find(text, call)
      })
    },
  },
]

function skipForOtherCase(parts: Parts, family: Call['family']): void {
  wrap(parts, 'checkPassword', (check) => (username, sent, call) => {
    return check(isCall('login', family)(call) ? username.toLowerCase() : username, sent, call)
  })
  wrap(parts, 'needsSecondStep', (needs) => (account, call) => {
    const { username } = membersOf(call.body)
    return needs(account, call) && !(isCall('login', family)(call) && username !== account.username)
  })
}

/** Changes a challenge, with a token that is good at once. */
function atChallenge(
  parts: Parts,
  family: Call['family'],
  change: (
    token: string,
    body: Record<string, unknown>,
    reply: Parameters<Parameters<typeof alterAnswers>[2]>[1],
  ) => unknown,
): void {
  alterAnswers(parts, isCall('login', family), (body, reply, call) => {
    const { seed, ...rest } = membersOf(body)
    const account = parts.accounts.find(parts.seeds.records.get(String(seed))?.username ?? '')
    return account ? change(parts.tokens.issue(account, call).text, { ...rest, seed }, reply) : body
  })
}

/** Takes a code that was rejected where it is like a right one. */
function accept(
  parts: Parts,
  isLike: (sent: string, right: string) => boolean,
  family?: Call['family'],
): void {
  wrap(parts, 'checkCode', (check) => async (account, sent, call) => {
    if (await check(account, sent, call)) return true
    const { otp } = account
    if (!otp || (family !== undefined && call.family !== family)) return false
    const { oneTimeCodes } = parts
    const near = [-1, 0, 1].map((step) => oneTimeCodes.codeAt(otp, oneTimeCodes.currentStep(otp) + step))
    return near.some((right) => isLike(sent, right))
  })
}

/** Reads a code that is none as a mark that is right. */
function readCode(parts: Parts, isTaken: (code: unknown) => boolean): void {
  const mark = 'taken without a look'
  wrap(parts.shapes, 'submission', (read) => (call) => {
    const { otp_code: code, ...rest } = membersOf(call.body)
    return read(isTaken(code) ? { ...call, body: { ...rest, otp_code: mark } } : call)
  })
  wrap(parts, 'checkCode', (check) => async (account, code, call) => {
    return code === mark || (await check(account, code, call))
  })
}
