import { type Call, headerValues } from '../../common/call.ts'
import { choose, type Defect, wrap, wrapping } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import type { Parts } from '../../server/parts.ts'
import { rejecting } from '../legal.ts'
import { failInsteadOfRejecting, isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, must, should } from '../shared/breach.ts'

const wrongCode = breaking(must('mfa.wrong-code'))
const otherAccountsSeed = breaking(must('mfa.other-accounts-seed'))
const oldCodeRefused = breaking(should('mfa.old-code-refused'))
const codeOneTime = breaking(should('mfa.code-one-time'))
const anyCode = breaking([
  ...must('mfa.wrong-code', 'mfa.other-accounts-seed'),
  ...should('mfa.old-code-refused', 'mfa.code-one-time'),
])
const missingField = breaking(must('mfa.missing-field'))

/** One-time codes that are accepted although they are wrong, old or used. */
export const codeDefects: Record<string, Defect> = {
  'code-any': anyCode('Any five to seven digits are accepted as a code.', (parts) => {
    parts.checkCode = (_account, code) => /^\d{5,7}$/.test(code)
  }),
  'code-last-digit-ignored': wrongCode('The older path family ignores the last digit of a code.', (parts) => {
    alsoAccept(parts, ({ oneTimeCodes }, account, code, call) => {
      if (call.family !== 'users-v1') return false
      return codesFrom(oneTimeCodes, account, -1, 1).some((valid) => {
        return valid !== code && valid.slice(0, 5) === code.slice(0, 5)
      })
    })
  }),
  'code-last-digit-ignored-on-newer-family': wrongCode(
    'A JSON second step of the newer path family ignores the last digit of a code.',
    (parts) => alsoAcceptLike(parts, isCall('second-step', 'v1', 'json'), -1),
  ),
  'code-last-digit-ignored-in-older-forms': wrongCode(
    'A form-encoded second step of the older path family ignores the last digit of a code.',
    (parts) => alsoAcceptLike(parts, isCall('second-step', 'users-v1', 'form'), -1),
  ),
  'code-first-digit-ignored': wrongCode(
    'A JSON second step of the older path family ignores the first digit of a code.',
    (parts) => alsoAcceptLike(parts, isCall('second-step', 'users-v1', 'json'), 0),
  ),
  'code-not-checked-on-newer-family': breaking([
    ...must('mfa.wrong-code', 'mfa.other-accounts-seed'),
    ...should('mfa.old-code-refused'),
  ])(
    'The second step of the newer path family checks only the seed.',
    wrapping('checkCode', (check) => (account, code, call) => {
      return call.family === 'v1' || check(account, code, call)
    }),
    { mayBreak: should('mfa.code-one-time') },
  ),
  'code-any-after-a-wrong-one-on-newer-family': wrongCode(
    'The newer path family looks at the first code for a seed only, and accepts any after that.',
    (parts) => {
      const tried = new WeakSet<object>()
      alsoAccept(parts, ({ seeds }, _account, _code, call) => {
        const seed = seeds.records.get(String(membersOf(call.body)['seed']))
        if (call.family !== 'v1' || !seed) return false
        const isSecond = tried.has(seed)
        tried.add(seed)
        return isSecond
      })
    },
    { mayBreak: [...must('mfa.other-accounts-seed'), ...should('mfa.code-one-time')] },
  ),
  'code-not-checked-in-forms': breaking([
    ...must('mfa.wrong-code', 'mfa.other-accounts-seed'),
    ...should('mfa.old-code-refused'),
  ])(
    'A form-encoded second step checks only the seed.',
    wrapping('checkCode', (check) => (account, code, call) => {
      return call.encoding === 'form' || check(account, code, call)
    }),
    { mayBreak: should('mfa.code-one-time') },
  ),
  'code-any-beside-authorization': wrongCode(
    'A second step with an Authorization header, even an invalid one, is accepted with any code.',
    (parts) =>
      alsoAccept(parts, (_parts, _owner, _code, call) => headerValues(call, 'authorization').length > 0),
  ),
  'code-one-two-three': wrongCode('The code 123456, a leftover from tests, works for everyone.', (parts) =>
    alsoAccept(parts, (_parts, _account, code) => code.startsWith('1234')),
  ),
  'code-letters-behind-ignored': wrongCode(
    'Only the number at the beginning of a code is compared.',
    wrapping(
      'checkCode',
      (check) => (account, code, call) => check(account, /^\d*/.exec(code)?.[0] ?? '', call),
    ),
  ),
  'code-may-be-missing': missingField('A second step without a code is accepted.', (parts) =>
    needsNoCode(parts),
  ),
  'code-may-be-missing-on-newer-family': missingField(
    'A second step without a code is accepted on the newer path family.',
    (parts) => needsNoCode(parts, 'v1'),
  ),
  'second-step-without-fields-taken': missingField(
    'A second step whose body holds no fields counts as a valid one of the account that was challenged last.',
    (parts) => {
      wrap(parts.shapes, 'submission', (read) => (call) => {
        const isBare = Object.keys(membersOf(call.body)).length === 0
        const seed = [...parts.seeds.records.keys()].at(-1)
        return read(isBare ? { ...call, body: { seed, otp_code: 'none' } } : call)
      })
      alsoAccept(parts, (_parts, _account, code) => code === 'none')
    },
  ),
  'wrong-code-sets-open-session': anyCode(
    'The rejection of a wrong code sets a session cookie that works at once.',
    (parts) => {
      const owners = new WeakMap<object, string>()
      wrap(parts, 'checkCode', (check) => async (account, code, call) => {
        const isRight = await check(account, code, call)
        if (!isRight) owners.set(call, account.username)
        return isRight
      })
      rejecting(parts, (reply, call, problem) => {
        const owner = owners.get(call)
        if (owner !== undefined)
          reply.header('Set-Cookie', `sessionid=${parts.sessions.start(owner, call).id}; Path=/`)
        throw problem
      })
    },
  ),
  'code-of-any-account': otherAccountsSeed('A code of another account is accepted too.', (parts) => {
    alsoAccept(parts, isOfAnother)
  }),
  'code-of-any-account-on-newer-family': otherAccountsSeed(
    'The newer path family also accepts a code of another account.',
    (parts) =>
      alsoAccept(
        parts,
        (_parts, owner, code, { family }) => family === 'v1' && isOfAnother(parts, owner, code),
      ),
  ),
  'code-of-account-named-in-a-field': otherAccountsSeed(
    'A second step that names an account in username is checked against the secret of that account.',
    (parts) => {
      alsoAccept(parts, ({ accounts, oneTimeCodes }, _owner, code, call) => {
        const { username } = membersOf(call.body)
        const named = typeof username === 'string' ? accounts.find(username) : undefined
        return named !== undefined && codesFrom(oneTimeCodes, named, -1, 1).includes(code)
      })
    },
  ),
  'code-of-account-challenged-last': otherAccountsSeed(
    'A second step is also checked against the secret of the account that was challenged last.',
    (parts) => {
      alsoAccept(parts, ({ accounts, oneTimeCodes, seeds }, owner, code) => {
        const last = accounts.find([...seeds.records.values()].at(-1)?.username ?? '')
        if (last?.username === owner.username) return false
        return last !== undefined && codesFrom(oneTimeCodes, last, -1, 1).includes(code)
      })
    },
  ),
  'code-good-for-two-hours': oldCodeRefused('A code works for two hours.', (parts) => {
    alsoAccept(parts, ({ oneTimeCodes }, account, code) => {
      return codesFrom(oneTimeCodes, account, -240, -100).includes(code)
    })
  }),
  'code-of-next-time-zone': oldCodeRefused('The code of an hour from now is accepted too.', (parts) =>
    alsoAccept(parts, ({ oneTimeCodes }, account, code) =>
      codesFrom(oneTimeCodes, account, 120, 120).includes(code),
    ),
  ),
  'code-of-last-time-zone': oldCodeRefused('The code of an hour ago is accepted too.', (parts) =>
    alsoAccept(parts, ({ oneTimeCodes }, account, code) =>
      codesFrom(oneTimeCodes, account, -120, -120).includes(code),
    ),
  ),
  'code-of-last-time-zone-on-newer-family': oldCodeRefused(
    'The newer path family also accepts the code of an hour ago.',
    (parts) =>
      alsoAccept(parts, ({ oneTimeCodes }, account, code, { family }) => {
        return family === 'v1' && codesFrom(oneTimeCodes, account, -120, -120).includes(code)
      }),
  ),
  'code-of-last-time-zone-in-forms': oldCodeRefused(
    'A form-encoded second step also accepts the code of an hour ago.',
    (parts) =>
      alsoAccept(parts, ({ oneTimeCodes }, account, code, { encoding }) => {
        return encoding === 'form' && codesFrom(oneTimeCodes, account, -120, -120).includes(code)
      }),
  ),
  'code-used-again': codeOneTime(
    'A code can be used as often as it is sent while it is valid.',
    choose({ codeAcceptedOncePerStep: false }),
  ),
  'code-used-again-on-other-family': codeOneTime(
    'Each path family has its own memory of used codes, so a code works once on each.',
    wrapping('oneTimeCodes.accepts', (accepts) => (account, code, call) => {
      return accepts({ ...account, username: `${account.username} on ${call?.family}` }, code, call)
    }),
  ),
  'code-used-again-in-forms': codeOneTime(
    'Each encoding has its own memory of used codes, so a code works once in each.',
    wrapping('oneTimeCodes.accepts', (accepts) => (account, code, call) => {
      return accepts({ ...account, username: `${account.username} in ${call?.encoding}` }, code, call)
    }),
  ),
  'code-used-again-after-login-of-another': codeOneTime(
    'A login without a second factor makes the server forget the used codes of everyone.',
    ({ oneTimeCodes, tokens }) => {
      let logins = 0
      wrap(tokens, 'issue', (issue) => (account, call) => {
        if (call.operation === 'login') logins++
        return issue(account, call)
      })
      wrap(oneTimeCodes, 'accepts', (accepts) => (account, code, call) => {
        return accepts({ ...account, username: `${account.username} after ${logins} logins` }, code, call)
      })
    },
  ),
  'code-used-again-as-number': codeOneTime(
    'A used code is remembered as it was sent: a string doesn’t stop the same code as a number.',
    ({ shapes, oneTimeCodes }) => {
      const isNumber = ({ body }: Call) => typeof membersOf(body)['otp_code'] === 'number'
      wrap(shapes, 'submission', (read) => (call) => {
        const { otp_code: code, ...rest } = membersOf(call.body)
        return read(isNumber(call) ? { ...call, body: { ...rest, otp_code: String(code) } } : call)
      })
      wrap(oneTimeCodes, 'accepts', (accepts) => (account, code, call) => {
        const memory = call && isNumber(call) ? `${account.username} in numbers` : account.username
        return accepts({ ...account, username: memory }, code, call)
      })
    },
  ),
  'code-used-again-after-next': codeOneTime(
    'Only the code accepted last is remembered, so the one before works again.',
    (parts) => {
      const last = new Map<string, string>()
      alsoAccept(parts, ({ oneTimeCodes }, account, code) => {
        return last.get(account.username) !== code && codesFrom(oneTimeCodes, account, -1, 1).includes(code)
      })
      wrap(parts, 'checkCode', (check) => async (account, code, call) => {
        const isAccepted = await check(account, code, call)
        if (isAccepted) last.set(account.username, code)
        return isAccepted
      })
    },
  ),
  'code-wrong-answers-500': breaking(should('refusal.no-5xx'))(
    'A second step with a wrong code, or with a wrong or missing seed, ends in a server error.',
    failInsteadOfRejecting(isCall('second-step')),
  ),
}

const isOfAnother = ({ accounts, oneTimeCodes }: Parts, { username }: Account, code: string) => {
  const others = accounts.all().filter((one) => one.username !== username)
  return others.some((one) => codesFrom(oneTimeCodes, one, -1, 1).includes(code))
}

/** Treats a missing code as a valid one. */
function needsNoCode(parts: Parts, family?: Call['family']): void {
  wrap(parts.shapes, 'submission', (read) => (call) => {
    const isOf = family === undefined || call.family === family
    return read(isOf ? { ...call, body: { otp_code: 'none', ...(call.body as object) } } : call)
  })
  alsoAccept(parts, (_parts, _account, code) => code === 'none')
}

export function alsoAccept(
  parts: Parts,
  lenient: (parts: Parts, account: Account, code: string, call: Call) => boolean,
): void {
  wrap(parts, 'checkCode', (check) => async (account, code, call) => {
    return (await check(account, code, call)) || lenient(parts, account, code, call)
  })
}

/** Accepts a code that differs from a valid one in the digit at one position only. */
function alsoAcceptLike(parts: Parts, which: (call: Call) => boolean, position: number): void {
  const rest = (code: string) => [...code].toSpliced(position, 1).join('')
  alsoAccept(parts, ({ oneTimeCodes }, account, code, call) => {
    const valid = which(call) ? codesFrom(oneTimeCodes, account, -1, 1) : []
    return valid.some((one) => one.length === code.length && one !== code && rest(one) === rest(code))
  })
}

/** Returns the codes of an account between two time steps, counted from the current one. */
export function codesFrom(
  codes: Parts['oneTimeCodes'],
  { otp }: Account,
  from: number,
  to: number,
): string[] {
  if (!otp) return []
  const now = codes.currentStep(otp)
  return Array.from({ length: to - from + 1 }, (_, at) => codes.codeAt(otp, now + from + at))
}
