import type { Call } from '../../common/call.ts'
import { type Apply, type Defect, wrap, wrapping } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, must, should } from '../shared/breach.ts'
import { injectedSql } from '../shared/injected-sql.ts'
import { alsoAccept, codesFrom } from './codes.ts'
import { readAsNewest } from './seeds.ts'
import { skipOn } from './skip-where.ts'

const opensNothing = breaking(must('mfa.challenge-opens-nothing'))
const wrongCode = breaking(must('mfa.wrong-code'))
const wrongSeed = breaking(must('mfa.wrong-seed'))
const newerFamilyTwoSteps = breaking(must('mfa.newer-family-two-steps'))
const missingField = breaking(must('mfa.missing-field'))

/** Second factors that are bypassed because something is looked up, compared or answered loosely. */
export const mfaLookupDefects: Record<string, Defect> = {
  'token-taken-for-seed': wrongSeed(
    'Seeds and tokens are both signed texts with a username, and a token is accepted as a seed.',
    wrapping('seeds.find', (find, { tokens, clock }) => (text, call) => {
      const token = call && tokens.accepts(text, call)
      const made = token && { text, username: token, issuedAt: clock.now(), spent: false }
      return find(text, call) ?? (made || undefined)
    }),
  ),
  'mfa-skipped-for-upper-case-name-on-newer-family': newerFamilyTwoSteps(
    'The newer path family ignores the case of usernames, but looks up the second factor under the name as sent.',
    (parts) => skipForOtherCase(parts, 'v1'),
  ),
  'mfa-skipped-for-upper-case-name-on-older-family': breaking(must('mfa.challenge-shape'))(
    'The older path family ignores the case of usernames, but looks up the second factor under the name as sent.',
    (parts) => skipForOtherCase(parts, 'users-v1'),
  ),
  'mfa-skipped-where-login-carries-a-code': newerFamilyTwoSteps(
    'On the newer path family, a login with a field otp_code needs no second step, and the code is not checked.',
    skipOn('v1', (call) => 'otp_code' in membersOf(call.body)),
  ),
  'mfa-skipped-where-login-carries-an-empty-code': newerFamilyTwoSteps(
    'On the newer path family, a login whose field otp_code is empty needs no second step.',
    skipOn('v1', (call) => membersOf(call.body)['otp_code'] === ''),
  ),
  'challenge-token-in-header': opensNothing(
    'A challenge of the older path family already has the token of the login in a header field.',
    atChallenge('users-v1', (token, body, reply) => {
      reply.header('X-Auth-Token', token)
      return body
    }),
  ),
  'challenge-token-in-otp-url': opensNothing(
    'A challenge of the newer path family has a token in the query of otp_url that continues the login.',
    atChallenge('v1', (token, body) => ({
      ...body,
      otp_url: `${String(body['otp_url'])}?state=${token}`,
    })),
  ),
  'code-among-others-in-list': wrongCode(
    'The server looks for the valid code in what was sent, which may be a list of codes.',
    (parts) => {
      wrap(parts.shapes, 'submission', (read) => (call) => {
        const { otp_code: codes, ...rest } = membersOf(call.body)
        const isList = Array.isArray(codes) && codes.length > 1
        return read(isList ? { ...call, body: { ...rest, otp_code: codes.join(' ') } } : call)
      })
      accept(parts, (sent, valid) => sent.includes(' ') && sent.split(' ').includes(valid))
    },
  ),
  'code-part-is-enough': wrongCode(
    'The server looks for the code within the valid one, so any single digit of it is accepted.',
    (parts) => accept(parts, (sent, valid) => valid.includes(sent) && sent !== valid),
  ),
  'code-beginning-is-enough': wrongCode(
    'The server compares only as many digits of a code as were sent.',
    (parts) => accept(parts, (sent, valid) => valid.startsWith(sent) && sent !== valid),
  ),
  'code-beginning-compared-on-older-family': wrongCode(
    'The older path family compares only as many characters as a code has.',
    (parts) => accept(parts, (sent, valid) => sent.startsWith(valid) && sent !== valid, 'users-v1'),
  ),
  'code-beginning-compared-on-newer-family': wrongCode(
    'The newer path family compares only as many characters as a code has.',
    (parts) => accept(parts, (sent, valid) => sent.startsWith(valid) && sent !== valid, 'v1'),
  ),
  'code-end-is-enough': wrongCode(
    'The server compares only as many digits of a code, from its end, as were sent.',
    (parts) => accept(parts, (sent, valid) => sent !== '' && valid.endsWith(sent) && sent !== valid),
  ),
  'code-compared-modulo-a-million': wrongCode(
    'A code is compared as a number, of which only the last six digits count.',
    (parts) => accept(parts, (sent, valid) => /^\d{7,}$/.test(sent) && sent.endsWith(valid)),
  ),
  'code-used-again-on-newer-family': breaking(should('mfa.code-one-time'))(
    'The newer path family accepts a code again that it has accepted.',
    (parts) => {
      const used = new Set<string>()
      wrap(parts, 'checkCode', (check) => async (account, code, call) => {
        const own = `${account.username} ${code}`
        const isAccepted = await check(account, code, call)
        if (call.family !== 'v1') return isAccepted
        if (isAccepted) used.add(own)
        return used.has(own) && codesFrom(parts.oneTimeCodes, account, -1, 1).includes(code)
      })
    },
  ),
  'code-pasted-into-query': wrongCode(
    'The code is pasted into the database query: an SQL condition matches every code.',
    (parts) => accept(parts, injectedSql),
  ),
  'code-not-checked-after-five-errors': wrongCode(
    'After five wrong codes, the check of an account fails open.',
    (parts) => {
      const errors = new Map<string, number>()
      wrap(parts, 'checkCode', (check) => async (account, code, call) => {
        const seen = errors.get(account.username) ?? 0
        const valid = await check(account, code, call)
        errors.set(account.username, valid ? 0 : seen + 1)
        return valid || seen >= 5
      })
    },
  ),
  'code-true-taken': wrongCode(
    'A second step compares loosely: the JSON value true equals every code.',
    (parts) => readCode(parts, (code) => code === true),
  ),
  'code-false-skips-check': missingField(
    'A second step checks the code only if the JSON value is not false.',
    (parts) => readCode(parts, (code) => code === false),
  ),
  'code-may-be-empty': missingField(
    'The server looks for the code within the valid one, so an empty code is accepted.',
    (parts) => readCode(parts, (code) => code === ''),
  ),
  'seed-undefined-taken': wrongSeed(
    'The JSON value "undefined" as seed counts as the seed of the account that was challenged last.',
    readAsNewest((seed) => seed === 'undefined'),
  ),
  'seed-false-taken': wrongSeed(
    'The JSON value false as seed counts as the seed of the account that was challenged last.',
    readAsNewest((seed) => seed === false),
  ),
  'seed-as-pattern-on-older-family': wrongSeed(
    'The older path family looks up seeds with LIKE, so "%" matches the one issued last.',
    wrapping('seeds.find', (find, { seeds }) => (text, call) => {
      const newest = [...seeds.records.keys()].at(-1) ?? ''
      return find(text === '%' && call?.family === 'users-v1' ? newest : text, call)
    }),
  ),
  'spent-seed-good-in-forms': breaking(must('mfa.seed-one-time'))(
    'A form-encoded second step does not check whether the seed was already used.',
    ({ seeds, choices }) => {
      choices.secondStepEncodings['users-v1'] = ['json', 'form']
      wrap(seeds, 'find', (find) => (text, call) => {
        const seed = seeds.records.get(text)
        const again = call?.encoding === 'form' && seed !== undefined && !seeds.isExpired(seed, call)
        return again ? { ...seed, spent: false } : find(text, call)
      })
    },
  ),
}

function skipForOtherCase(parts: Parts, family: Call['family']): void {
  wrap(parts, 'checkPassword', (check) => (username, sent, call) => {
    return check(isCall('login', family)(call) ? username.toLowerCase() : username, sent, call)
  })
  wrap(parts, 'needsSecondStep', (needs) => (account, call) => {
    const { username } = membersOf(call.body)
    return needs(account, call) && !(isCall('login', family)(call) && username !== account.username)
  })
}

/** Changes a challenge, given a token that is valid at once. */
function atChallenge(
  family: Call['family'],
  change: (
    token: string,
    body: Record<string, unknown>,
    reply: Parameters<Parameters<typeof alterAnswers>[1]>[1],
  ) => unknown,
): Apply {
  return (parts) =>
    alterAnswers(isCall('login', family), (body, reply, call) => {
      const { seed, ...rest } = membersOf(body)
      const account = parts.accounts.find(parts.seeds.records.get(String(seed))?.username ?? '')
      return account ? change(parts.tokens.issue(account, call).text, { ...rest, seed }, reply) : body
    })(parts)
}

/** Accepts a rejected code that resembles a valid one. */
function accept(
  parts: Parts,
  isLike: (sent: string, valid: string) => boolean,
  family?: Call['family'],
): void {
  alsoAccept(parts, ({ oneTimeCodes }, account, sent, call) => {
    if (family !== undefined && call.family !== family) return false
    return codesFrom(oneTimeCodes, account, -1, 1).some((valid) => isLike(sent, valid))
  })
}

/** Accepts a value that isn't a code, by replacing it with a mark that counts as valid. */
export function readCode(parts: Parts, isTaken: (code: unknown) => boolean): void {
  const mark = 'taken without a look'
  wrap(parts.shapes, 'submission', (read) => (call) => {
    const { otp_code: code, ...rest } = membersOf(call.body)
    return read(isTaken(code) ? { ...call, body: { ...rest, otp_code: mark } } : call)
  })
  wrap(parts, 'checkCode', (check) => async (account, code, call) => {
    return code === mark || (await check(account, code, call))
  })
}
