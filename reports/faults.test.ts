import { expect, test } from 'vitest'
import { faults } from './faults.ts'
import { followsFrom } from './follows.ts'
import { renderHtml } from './html.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report, ReportedCase, ReportedRequirement, RequirementBaseline } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'
import { renderText } from './text.ts'
import { explainConclusion } from './words.ts'

const sample = createSampleReport()
const blank = sample.requirements.find(({ verdict }) => verdict === 'pass')
const wanted = 'a rejection (no access granted)'
const older = 'GET /api/users/v1/users/'
const newer = 'GET /api/v1/users/users/'

/** A failed rule with a case for each answer: what was changed, and what was received. */
function failed(id: string, ...answers: Partial<ReportedCase>[]): ReportedRequirement {
  const [passed] = blank?.cases ?? []
  if (!blank || !passed) throw new Error('the sample report has a rule that passed')
  const cases = answers.map((answer, index): ReportedCase => {
    const base = { ...passed, id: `${id}/${index}`, title: `case ${index}`, wanted, message: '' }
    return { ...base, verdict: 'fail', ...answer }
  })
  return { ...blank, id, topic: id.slice(0, id.indexOf('.')), level: 'must', verdict: 'fail', cases }
}

const open = (request: string) => ({
  got: `${request} answered 200 (a user record): []`,
  changed: 'no credentials are sent',
})
const withBearer = (request: string) => ({
  got: `${request}?a=b (Authorization: Bearer) answered 200 (a user record): []`,
})

test('what an open list makes fail follows from it', () => {
  const root = failed('anonymous.no-credentials', open(older))
  const expired = failed('token.void-after-hour', withBearer(older), withBearer(older))
  expect([...followsFrom([expired, root])]).toEqual([['token.void-after-hour', 'anonymous.no-credentials']])
})

test('a failure at another list, of another wish or with another answer follows from nothing', () => {
  const root = failed('anonymous.no-credentials', open(older))
  const elsewhere = failed('token.void-after-hour', withBearer(older), withBearer(newer))
  const otherwise = failed('token.bearer', { ...withBearer(older), wanted: 'the list of users' })
  const rejected = failed('users.json', { got: `${older} answered 401 {}` })
  const unclear = failed('users.same-list', { got: 'two lists differ' })
  expect([...followsFrom([root, elsewhere, otherwise, rejected, unclear])]).toEqual([])
})

test('a token outlives its hour because its use extends it, if it only does so when it was used', () => {
  const rejection = { got: `${older} (Authorization: Bearer) answered 200 (a user record): []` }
  const root = failed('token.fixed-hour', rejection)
  const lived = (name: string) => ({ ...rejection, id: `token.void-after-hour/${name}` })
  const used = failed('token.void-after-hour', lived('at-any-instant-after-it'))
  expect([...followsFrom([used, root])]).toEqual([['token.void-after-hour', 'token.fixed-hour']])
  const unused = failed('token.void-after-hour', lived('at-any-instant-after-it'), lived('never-used-before'))
  expect([...followsFrom([unused, root])]).toEqual([])
})

test('a rule that did not fail explains nothing', () => {
  const passed = { ...failed('anonymous.no-credentials', open(older)), verdict: 'inconclusive' as const }
  expect([...followsFrom([passed, failed('token.void-after-hour', withBearer(older))])]).toEqual([])
})

test('an unread Authorization header explains what was sent in it, and no cookie', () => {
  const got = `${older} answered 200 (a user record; sent: an unknown scheme word): []`
  const root = failed('anonymous.no-credentials', { got, changed: 'the Authorization header' })
  const bearer = failed('anonymous.unknown-token', withBearer(older))
  const cookie = failed('anonymous.unknown-session', {
    got: `${older} (Cookie: sessionid) answered 200 (a user record): []`,
  })
  expect([...followsFrom([root, bearer, cookie]).keys()]).toEqual(['anonymous.unknown-token'])
})

test('a password that opens under a scheme word explains nothing', () => {
  const got = `${older} answered 200 (a user record; sent: an empty password): []`
  const root = failed('anonymous.no-credentials', { got, changed: 'the Authorization header' })
  expect([...followsFrom([root, failed('anonymous.unknown-token', withBearer(older))])]).toEqual([])
})

test('signatures of zeros explain what does not verify, and nothing else', () => {
  const signed = { got: `${newer} (Authorization: Signature) answered 200 (a user record): []` }
  const id = 'signature.wrong-signature/all-zero-on-v1'
  const followers = failed('signature.wrong-secret', signed)
  const own = failed('signature.empty', signed)
  const root = failed('signature.wrong-signature', { ...signed, id })
  expect([...followsFrom([followers, own, root]).keys()]).toEqual(['signature.wrong-secret'])
  const oneByte = failed('signature.wrong-signature', signed)
  expect([...followsFrom([followers, own, oneByte])]).toEqual([])
})

test('a cause that follows from another one has its rules there too', () => {
  const root = failed('anonymous.no-credentials', open(newer))
  const signed = { got: `${newer} (Authorization: Signature) answered 200 (a user record): []` }
  const zeros = failed('signature.wrong-signature', {
    ...signed,
    id: 'signature.wrong-signature/all-zero-on-v1',
  })
  const secret = failed('signature.wrong-secret', signed)
  expect([...followsFrom([secret, zeros, root]).values()]).toEqual([root.id, root.id])
})

test('what a second answer granted is told from what the first one did', () => {
  const behind = `${older} answered 401 (a user record, from a second answer behind it: ${older} answered 200): {}`
  const root = failed('anonymous.no-credentials', { got: behind, changed: 'no credentials are sent' })
  const same = failed('anonymous.next-request', { got: behind })
  expect([...followsFrom([root, same, failed('token.bearer', withBearer(older))]).keys()]).toEqual([same.id])
})

test('no new failure goes below a known one', () => {
  const baseline: RequirementBaseline = { status: 'known', reason: 'r', owner: 'o', expires: '2027-01-01' }
  const root = { ...failed('anonymous.no-credentials', open(older)), baseline }
  expect([...followsFrom([root, failed('token.void-after-hour', withBearer(older))])]).toEqual([])
})

const broken: Report = {
  ...sample,
  conclusion: 'not-conformant',
  totals: { ...sample.totals, must: { ...sample.totals.must, fail: 3 } },
  requirements: [
    failed('login.json', { got: 'POST /api/v1/auth/ answered 500' }),
    failed('token.void-after-hour', withBearer(older), { ...withBearer(older), title: 'at night' }),
    failed('anonymous.no-credentials', open(older), { ...open(newer), title: 'on v1' }),
  ],
}

test('one block for each rule, the cause first, with what follows in it', () => {
  const [first, second, ...others] = faults(broken)
  expect(first?.requirement.id).toBe('anonymous.no-credentials')
  expect(first?.more.map(({ each }) => each.title)).toEqual(['on v1'])
  expect(first?.follows.map(({ requirement, more }) => [requirement.id, more.length])).toEqual([
    ['token.void-after-hour', 1],
  ])
  expect(second?.requirement.id).toBe('login.json')
  expect(others).toEqual([])
})

test('of what a server that ended left open, the cases that it ended in come first', () => {
  const open = (id: string) => {
    const one = failed(id, { got: '' })
    const cases = one.cases.map((each) => ({
      ...each,
      verdict: 'inconclusive' as const,
      wanted: null,
      got: null,
      message: 'it accepts no connections',
    }))
    return { ...one, verdict: 'inconclusive' as const, cases }
  }
  const requirements = [open('login.json'), open('users.json')]
  const by = requirements[1]?.cases[0]?.id ?? ''
  const heads = (cutOff?: Report['cutOff']) =>
    faults({ requirements, ...(cutOff && { cutOff }) }).map(({ each, also }) => [each.id, also.length])
  expect(heads()).toEqual([['login.json/0', 1]])
  expect(heads([{ request: 'GET /api/v1/users/users/', by }])).toEqual([['users.json/0', 1]])
})

test('the headline counts causes, and tells what follows', () => {
  expect(explainConclusion(broken)).toBe(
    'The server breaks 2 rules of the specification; 1 further failure follows from them.',
  )
})

test('every format names what follows, with each of its cases where it can be unfolded', () => {
  const text = renderText(broken, { colour: false })
  expect(text).toContain('also: on v1\n      1 failed rule follows from this one: token.void-after-hour\n')
  expect(text).not.toContain('fail  token.void-after-hour')
  const [markdown] = renderMarkdown(broken)
  expect(markdown?.content).toContain(
    '<summary>1 failed rule follows from this one</summary>\n\n- `token.void-after-hour`',
  )
  expect(markdown?.content).toContain('  - `token.void-after-hour/1`: expected')
  const [html] = renderHtml(broken)
  expect(html?.content).toContain('<b>Follows from</b> <a href="#requirement-anonymous.no-credentials">')
  expect(html?.content).toContain('1 failed rule follows from this one')
})
