import { expect, test } from 'vitest'
import { judge } from './testing/conformance.ts'
import { fieldsOf, startFront, type Asked } from './testing/front.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

const loginPaths = ['/api/users/v1/auth/', '/api/v1/authentication/auth/']
const mostOfAnAccount = 4
const isLogin = ({ method, target }: Asked) => method === 'POST' && loginPaths.includes(target)
const isSecondStep = ({ method, target }: Asked) => method === 'POST' && /\/otp\/|\/mfa\//.test(target)

/** Counts rejected logins and codes as a server does, whatever they lack: for each name, in a row and in all. */
function createLedger() {
  const inARow = new Map<string, number>()
  const most = new Map<string, number>()
  const inAll = new Map<string, number>()
  const ownerOfSeed = new Map<string, string>()
  let total = 0
  let codes = 0
  const refuse = (name: string | undefined) => {
    total++
    if (name === undefined) return
    inARow.set(name, (inARow.get(name) ?? 0) + 1)
    inAll.set(name, (inAll.get(name) ?? 0) + 1)
    most.set(name, Math.max(most.get(name) ?? 0, inARow.get(name)!))
  }
  return {
    book(asked: Asked, answer: string): void {
      const fields = fieldsOf(asked) ?? {}
      const { username, seed } = fields
      const json = JSON.parse(answer || '{}') as { token?: string; seed?: string }
      if (isLogin(asked)) {
        const name = typeof username === 'string' && username !== '' ? username : undefined
        if (json.seed !== undefined) ownerOfSeed.set(json.seed, String(name))
        else if (json.token !== undefined) inARow.delete(String(name))
        else refuse(name)
      }
      if (isSecondStep(asked)) {
        const owner = ownerOfSeed.get(String(seed))
        if (json.token === undefined) {
          codes++
          refuse(owner)
        } else if (owner !== undefined) inARow.delete(owner)
      }
    },
    isLocked: (name: unknown) => typeof name === 'string' && (inARow.get(name) ?? 0) >= 5,
    mostInARow: (name: string) => most.get(name) ?? 0,
    inAll,
    get total() {
      return total
    },
    get codes() {
      return codes
    },
  }
}

test('a whole run on default limits locks no account and no address out', async () => {
  const server = await startReference()
  const ledger = createLedger()
  const locked: string[] = []
  const front = await startFront(server.url, {
    intercept(asked) {
      const name = fieldsOf(asked)?.['username']
      if (!isLogin(asked) || (!ledger.isLocked(name) && ledger.total < 30)) return undefined
      locked.push(`${String(name)} at ${ledger.total}`)
      return { status: 401, body: '{"error":"locked"}' }
    },
    alter(answer, asked) {
      // A path that does not exist rejects no login.
      if (answer.status !== 404 && answer.headers?.['content-type']?.includes('json'))
        ledger.book(asked, answer.body ?? '')
      return answer
    },
  })
  const declaration = declared({ ...server, url: front.url })
  const { report, stderr, stdout, having } = await judge(declaration)

  expect(stderr).toBe('')
  expect(having('inconclusive')).toEqual([])
  expect(locked).toEqual([])
  const accounts = Object.values(declaration.accounts).map(({ username }) => username)
  for (const name of accounts) {
    expect(ledger.mostInARow(name), name).toBeLessThanOrEqual(2)
    expect(ledger.inAll.get(name) ?? 0, name).toBeLessThanOrEqual(mostOfAnAccount)
  }
  expect(ledger.total).toBeLessThanOrEqual(25)
  const note = report.notes.find((line) => line.startsWith('failed logins and codes caused'))
  const counted = /: (\d+) of 25 \(scenario cases (\d+), observations (\d+), properties (\d+)\)$/.exec(
    note ?? '',
  )
  const [total, scenarios, observations, properties] = counted!.slice(1).map(Number)
  expect(total).toBe(scenarios! + observations! + properties!)
  expect(total).toBe(ledger.total)
  expect(scenarios).toBeGreaterThan(0)
  expect(observations).toBeLessThanOrEqual(4)
  // The operator's commands are not declared here.
  expect(having('untested').filter((id) => !id.startsWith('private-token.'))).toEqual([])
  expect(having('fail')).toEqual([])
  expect(stdout).toMatch(/the declared limits skipped \d+ cases/i)
  const passwords = report.requirements.find(({ id }) => id === 'login.wrong-password')
  expect(passwords?.verdict).toBe('pass')
  expect(passwords?.skipped.length).toBeGreaterThan(0)
  const strangers = [...ledger.inAll].filter(([name]) => !accounts.includes(name))
  expect(strangers.filter(([, count]) => count > 2)).toEqual([])
  const methods = new Set(front.seen.map(({ method }) => method))
  expect([...methods].filter((method) => ['PUT', 'PATCH', 'DELETE'].includes(method))).toEqual([])
})

test('where only the limit of an account is kept, the notes name no limit of the run', async () => {
  const limits = { failedLogins: 0 }
  const { report } = await judge({ ...declared(await startReference()), limits }, [
    '--only',
    'login.unknown-user',
  ])
  expect(report.notes.join('\n')).toMatch(/^failed logins and codes caused: \d+ \(/m)
})

test('an account that gets locked all the same makes cases inconclusive, and says so', async () => {
  const server = await startReference()
  const rejected = new Set<unknown>()
  const front = await startFront(server.url, {
    intercept(asked) {
      const name = fieldsOf(asked)?.['username']
      return isLogin(asked) && rejected.has(name) ? { status: 401, body: '{"error":"wrong"}' } : undefined
    },
    alter(answer, asked) {
      const fields = fieldsOf(asked)
      if (
        isLogin(asked) &&
        fields?.['password'] &&
        fields['username'] &&
        !/"(token|seed)"/.test(answer.body ?? '')
      )
        rejected.add(fields['username'])
      return answer
    },
  })
  const { exitCode, report, having, stdout } = await judge(declared({ ...server, url: front.url }), [
    '--only',
    'login',
  ])

  expect(having('fail')).toEqual([])
  expect(having('inconclusive').length).toBeGreaterThan(0)
  expect(exitCode).toBe(3)
  expect(report.conclusion).toBe('partial')
  expect(stdout).toMatch(/valid login of ada was rejected before|(?:ada|dee) seems to be locked out/)
})

test('requestsPerSecond and concurrency are obeyed', async () => {
  const server = await startReference()
  const front = await startFront(server.url)
  const limits = { requestsPerSecond: 100, concurrency: 2 }
  await judge({ ...declared({ ...server, url: front.url }), limits }, ['--only', 'users', 'anonymous'])

  const times = front.seen.map(({ atMs }) => atMs).toSorted((one, other) => one - other)
  expect(times.length).toBeGreaterThan(40)
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(((times.length - 1) * 1000) / 100 - 100)
  expect(front.mostAtOnce()).toBeLessThanOrEqual(2)
})

test('after 429 nothing is sent before Retry-After has passed', async () => {
  const server = await startReference()
  let lists = 0
  const front = await startFront(server.url, {
    intercept: ({ target }) =>
      target === '/api/v1/users/users/' && ++lists === 12
        ? { status: 429, headers: { 'Retry-After': '2' }, body: '{}' }
        : undefined,
  })
  const declaration = { ...declared({ ...server, url: front.url }), clock: { kind: 'none' } }
  const { having, exitCode } = await judge(declaration, ['--only', 'users'])

  const times = front.seen.map(({ atMs }) => atMs).toSorted((one, other) => one - other)
  const at = front.seen.find(({ status }) => status === 429)!.atMs
  const concurrency = 8
  const within = times.filter((time) => time > at && time - at < 1900)
  // Requests under way at that time can't be called back.
  expect(within.length).toBeLessThan(concurrency)
  expect(within.filter((time) => time - at > 500)).toEqual([])
  expect(times.some((time) => time - at > 1900)).toBe(true)
  expect(having('inconclusive')).toEqual([])
  expect(having('fail')).toEqual([])
  expect(exitCode).toBe(0)
})

test('a server that asks to be left alone for an hour is left alone', async () => {
  const server = await startReference()
  let requests = 0
  const front = await startFront(server.url, {
    intercept: () =>
      ++requests > 30 ? { status: 429, headers: { 'Retry-After': '3600' }, body: '{}' } : undefined,
  })
  const declaration = { ...declared({ ...server, url: front.url }), clock: { kind: 'none' } }
  const { exitCode, having, stdout } = await judge(declaration, ['--only', 'users', 'login'])

  // Requests under way with the first one get the same answer; nothing is sent after it.
  const limited = front.seen.filter(({ status }) => status === 429).map(({ atMs }) => atMs)
  expect(Math.max(...front.seen.map(({ atMs }) => atMs))).toBe(Math.max(...limited))
  expect(limited.length).toBeLessThanOrEqual(8)
  expect(having('fail')).toEqual([])
  expect(exitCode).toBe(3)
  expect(stdout).toMatch(/asks not to be called for 3[56]\d\d s/)
})
