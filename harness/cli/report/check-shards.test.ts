import { expect, test } from 'vitest'
import type { Report } from '../../../reports/report.ts'
import { checkShards } from './check-shards.ts'

const report = (index: number, rest: Partial<Report> = {}) =>
  ({
    suite: { catalogueHash: 'c', requirementSet: '1.0' },
    subject: { baseUrl: 'http://a.example', serverVersion: null, declared: ['baseUrl'] },
    seed: 1,
    runs: 5,
    reproduce: `npx conformance --base-url http://a.example --seed 1 --shard ${index}/2`,
    shard: { index, count: 2, plan: 'p' },
    ...rest,
  }) as Report
const named = (...reports: Report[]) =>
  reports.map((one, index) => ({ name: `dir${index + 1}`, report: one }))

test('all shards of a run, in their order', () => {
  const shards = checkShards(named(report(2), report(1)))
  expect(shards.map(({ shard }) => shard?.index)).toEqual([1, 2])
})

test('servers that each shard starts have ports of their own', () => {
  const started = (index: number) =>
    report(index, {
      subject: { baseUrl: `http://127.0.0.1:${index}`, serverVersion: null, declared: ['start'] },
    })
  expect(checkShards(named(started(1), started(2)))).toHaveLength(2)
})

const { shard: _, ...unsharded } = report(1)
const suite = report(2).suite
const subject = report(2).subject
test.each<[string, Report[], string]>([
  ['a missing shard', [report(2)], 'shards are missing: 1/2'],
  ['a shard twice', [report(1), report(2), report(1)], 'shard 1/2 appears twice: dir1 and dir3'],
  ['a report of no shard', [report(1), unsharded], 'dir2 is not from a shard'],
  ['other rules', [report(1), report(2, { suite: { ...suite, catalogueHash: 'd' } })], 'different rules'],
  ['another set', [report(1), report(2, { suite: { ...suite, requirementSet: '2.0' } })], '--requirements'],
  ['another seed', [report(1), report(2, { seed: 2 })], 'their seeds are 1 and 2'],
  ['other runs', [report(1), report(2, { runs: 9 })], 'their --runs are 5 and 9'],
  [
    'another subject',
    [report(1), report(2, { subject: { ...subject, baseUrl: 'http://b.example' } })],
    'http://a.example and http://b.example',
  ],
  [
    'another declaration',
    [report(1), report(2, { subject: { ...subject, declared: ['baseUrl', 'clock'] } })],
    'with the same declaration',
  ],
  ['another plan', [report(1), report(2, { shard: { index: 2, count: 2, plan: 'q' } })], '--from'],
  ['another number', [report(1), report(3, { shard: { index: 3, count: 3, plan: 'p' } })], '2 and 3 shards'],
  ['another command', [report(1), report(2, { reproduce: 'npx conformance --strict' })], 'run differently'],
])('%s is rejected', (_name, reports, message) => {
  expect(() => checkShards(named(...reports))).toThrow(message)
})
