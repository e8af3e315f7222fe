import { type Variation, wrap, wrapping } from '../change.ts'
import { cookieValue, headerValues } from '../../common/call.ts'
import type { Account } from '../../domain/accounts.ts'
import type { Parts } from '../../server/parts.ts'
import { queriesTaken } from '../shared/queries-taken.ts'
import { Problem } from '../../server/problems.ts'
import { legal, rejecting } from '../legal.ts'
import { methodOf } from '../shared/method-of.ts'

/** The form of the list, and who may see it. */
export const listVariations: Record<string, Variation> = {
  'list-in-results': shape('The list is paged: {count, next, previous, results}.', (results) => ({
    count: results.length,
    next: null,
    previous: null,
    results,
  })),
  'list-in-data': shape('The list is in data.', (data) => ({ code: 0, msg: 'ok', data })),
  'list-in-users': shape('The list is in users.', (users) => ({ users })),
  'list-keyed-by-id': shape('The list is an object with each user under their ID.', (users) => ({
    count: users.length,
    users: Object.fromEntries(users.map((user) => [(user as { id: string }).id, user])),
  })),
  'list-keyed-by-number': shape('The list is an object with each user under a number.', (users) => ({
    users: Object.fromEntries(users.map((user, index) => [String(index + 1001), user])),
  })),
  'list-keyed-by-username': shape('The list is an object with each user under their username.', (users) => ({
    users: Object.fromEntries(
      users.map((user) => {
        const { username, ...rest } = user as { username: string }
        return [username, rest]
      }),
    ),
  })),
  'list-in-arrays': shape('The list is an array of arrays, one for each page.', (users) => ({
    pages: [users.slice(0, 2), users.slice(2)],
  })),
  'list-in-rows': shape(
    'The list is a table: the names of the fields, and a row for each user.',
    (users) => ({
      columns: Object.keys(users[0] ?? {}),
      rows: users.map((user) => Object.values(user as Record<string, unknown>)),
    }),
  ),
  'list-of-names': shape('The list is an array of usernames.', (users) =>
    users.map((user) => (user as { username: string }).username),
  ),
  'list-in-groups': legal(
    'The list has users in groups. Callers who may see no user get the groups without them.',
    (parts) => {
      const grouped = (members: unknown) => ({ groups: [{ name: 'everybody', members }] })
      const { users } = parts.answers
      parts.answers.users = (...asked) => grouped(users(...asked))
      rejecting(parts, (reply, call, problem) => {
        if (call.operation !== 'list') throw problem
        return reply.send(grouped([]))
      })
    },
  ),
  'list-in-depth': shape('The list is deeply nested, under names with all kinds of characters.', (list) => ({
    ok: true,
    'payload.v2': { page: { number: 1, of: 1, sizes: [10, 100] }, 'öffentliche Personen': { '': list } },
  })),
  'list-one-to-a-page': shape('A page contains one user and names the next page.', (all) => ({
    count: all.length,
    next: '?page=2',
    previous: null,
    results: all.slice(0, 1),
  })),
  'list-beside-other-arrays': shape(
    'Before the users, the list contains pages and permissions.',
    (users) => ({
      links: [{ rel: 'next', href: '?page=2' }],
      rights: [{ codename: 'view_user', app: 'users' }],
      data: { users },
    }),
  ),
  'list-reversed': shape('The order is reversed.', (all) => [...all].reverse()),
  'list-shuffled': legal('The order changes with each read.', ({ answers, random }) => {
    answers.users = (all) =>
      all
        .map((record) => ({ record, at: random(4).readUInt32BE() }))
        .sort((a, b) => a.at - b.at)
        .map(({ record }) => record)
  }),
  'list-has-own-record-only': legal('Each caller gets only their own record.', ({ answers }) => {
    answers.users = (_all, caller, call) => [answers.user(caller, call)]
  }),
  'list-not-for-everyone': legal(
    'An ordinary user may not read the list, and gets 403.',
    wrapping('answers.users', (users) => (all, caller, call) => {
      if (caller.username === 'dee')
        throw new Problem('forbidden', 'only those who look after users may read them')
      return users(all, caller, call)
    }),
    {
      declare: {
        accounts: { plain2: { mayList: false } },
        privateTokens: { operator: { createFor: 'eve' } },
      },
      untested: ['signature.other-keys-signature'],
    },
  ),
  'list-tells-caller': legal('The list also says who asks, and when.', ({ answers, clock }) => {
    answers.users = (users, caller) => ({ caller: caller.username, at: clock.now(), users })
  }),
  'list-answers-203': legal('The list is answered with status 203.', listAnswers(203)),
  'list-answers-206': legal('The list is a part of all users, with status 206.', listAnswers(206)),
  'list-paged-when-limited': legal(
    'The list is an array, or paged if the query has a limit.',
    ({ answers }) => {
      answers.users = (all, _caller, call) => {
        const limit = Number(new URLSearchParams(call.target.split('?')[1]).get('limit'))
        return limit > 0
          ? { count: all.length, next: null, previous: null, results: all.slice(0, limit) }
          : all
      }
    },
  ),
  'list-takes-no-query': legal(
    'Any query parameter is rejected with 400.',
    wrapping('answers.users', (users) => (all, caller, call) => {
      if (call.target.includes('?')) throw new Problem('malformed', 'the list takes no query parameters')
      return users(all, caller, call)
    }),
    { notApplicable: ['signature.query-string', 'signature.query-bound'] },
  ),
  'list-takes-query-when-signed': legal(
    'Only a signed request may have a query.',
    queriesTaken('both', (_query, method) => method === 'signature'),
  ),
  'list-with-more-fields': legal(
    'Each user has more fields, one of them different at each read.',
    (parts) => {
      let reads = 0
      withFields(parts, () => ({ is_active: true, reads: ++reads }))
    },
  ),
  'records-with-numbers-like-statuses': record(
    'Users have numeric ids that are also statuses and codes.',
    (account) => ({
      id: { ada: 401, bob: 403, cyd: 101, dee: 400 }[account.username] ?? 200,
      code: 101,
      status: '401',
    }),
  ),
  'records-with-texts-like-statuses': record(
    'Users have ids that are strings of the digits of statuses.',
    (account) => ({
      id: { ada: '401', bob: '403', cyd: '101', dee: '400' }[account.username] ?? '200',
    }),
  ),
  'records-with-arrays': record(
    'Each user has arrays of groups and permissions, some of them empty.',
    (account) => ({
      groups: account.otp
        ? [
            { id: 1, name: 'Careful' },
            { id: 2, name: 'All' },
          ]
        : [],
      rights: { list: [['read'], []] },
    }),
  ),
  'records-with-dull-words': record('Each user has words that also occur in rejections.', (account) => ({
    comment: {
      ada: 'not-authenticated',
      bob: 'malformed',
      cyd: 'error',
      dee: 'valid credentials are needed',
    }[account.username],
    role: account.username === 'dee' ? 'Administrator' : 'User',
  })),
  'records-are-nested': legal('A record has its fields in a nested record.', ({ answers }) => {
    wrap(answers, 'user', (user) => (account, call) => ({ type: 'users', attributes: user(account, call) }))
  }),
  'records-are-short': legal('A record is only a username.', ({ answers }) => {
    answers.user = ({ username }) => ({ username })
  }),
  'records-tell-last-login': legal(
    'The record of a user contains the time of the last login.',
    withLastLogin,
  ),
  'records-tell-last-login-from-cache': legal(
    'As above, but each credential gets its list from a cache for a minute of real time.',
    (parts) => {
      withLastLogin(parts)
      const kept = new Map<string, { at: number; body: unknown }>()
      wrap(parts.answers, 'users', (users) => (all, caller, call) => {
        const key = [
          call.target,
          ...headerValues(call, 'authorization'),
          cookieValue(call, 'sessionid'),
        ].join()
        const now = performance.now()
        const old = kept.get(key)
        if (old && now - old.at < 60_000) return old.body
        const body = users(all, caller, call)
        kept.set(key, { at: now, body })
        return body
      })
    },
  ),
  'records-name-server-in-turn': legal(
    'Two servers answer in turn, and each record names the one that it comes from.',
    (parts) => {
      let reads = 0
      wrap(parts.answers, 'users', (users) => (all, caller, call) => {
        const server = `web-${++reads % 2}`
        return users(
          all.map((record) => ({ ...(record as object), server })),
          caller,
          call,
        )
      })
    },
  ),
  'records-tell-last-method': legal('The record of a user names the method they last used.', (parts) => {
    const last = new Map<string, string>()
    wrap(parts, 'authenticate', (authenticate) => async (call) => {
      const account = await authenticate(call)
      if (account) last.set(account.username, methodOf(call) ?? 'none')
      return account
    })
    withFields(parts, ({ username }) => ({ last_method: last.get(username) ?? null }))
  }),
  'records-tell-last-seen': legal(
    'The record of a user contains the second of the last request.',
    (parts) => {
      const last = new Map<string, number>()
      wrap(parts, 'authenticate', (authenticate) => async (call) => {
        const account = await authenticate(call)
        if (account) last.set(account.username, Math.floor(parts.clock.now() / 1000))
        return account
      })
      withFields(parts, ({ username }) => ({ last_seen: last.get(username) ?? null }))
    },
  ),
}

function withLastLogin(parts: Parts): void {
  const last = new Map<string, number>()
  wrap(parts, 'checkPassword', (check) => async (username, password, call) => {
    const account = await check(username, password, call)
    if (account) last.set(username, parts.clock.now())
    return account
  })
  withFields(parts, ({ username }) => ({ last_login: last.get(username) ?? null }))
}

function shape(summary: string, shaped: (users: readonly unknown[]) => unknown): Variation {
  return legal(summary, ({ answers }) => {
    answers.users = (users) => shaped(users)
  })
}

function listAnswers(status: number) {
  return wrapping('handle', (handle) => async (handler, call, reply) => {
    const answer = await handle(handler, call, reply)
    if (call.operation === 'list') reply.status(status)
    return answer
  })
}

function record(summary: string, fields: (account: Account) => object): Variation {
  return legal(summary, (parts) => withFields(parts, fields))
}

export function withFields({ answers }: Parts, fields: (account: Account) => object): void {
  wrap(answers, 'user', (user) => (account, call) => ({
    ...(user(account, call) as object),
    ...fields(account),
  }))
}
