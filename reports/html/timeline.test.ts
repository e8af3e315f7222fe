import { expect, test } from 'vitest'
import type { TimelineEvent } from '../report.ts'
import { timeline } from './timeline.ts'

const at = (atSeconds: number, lane: string, kind: TimelineEvent['kind'], label: string): TimelineEvent => ({
  atSeconds,
  lane,
  kind,
  label,
})
const numbers = (svg: string, pattern: RegExp): number[] =>
  [...svg.matchAll(pattern)].map(([, number]) => Number(number))

test('a row per lane, a column per moment in the order of time, whatever the order of the events', () => {
  const svg = timeline([
    at(3631, 'token', 'refused', 'void'),
    at(0, 'token', 'issued', 'login'),
    at(3631, 'private token', 'accepted', 'works'),
  ]).text
  expect(svg.match(/class="lane"/g)).toHaveLength(2)
  expect([...svg.matchAll(/class="clock"[^>]*>([^<]*)/g)].map(([, time]) => time)).toEqual([
    '0:00',
    '1:00:31',
  ])
  const [issued = 0, refused = 0, works = 0] = numbers(svg, /class="event" transform="translate\((\S+)/g)
  expect(issued).toBeLessThan(refused)
  expect(works).toBe(refused)
})

test('time counts from the issue of the credential that failed the case', () => {
  const svg = timeline([
    at(0, 'token 1', 'issued', 'login'),
    at(2, 'token 2', 'issued', 'login'),
    { ...at(3633, 'token 2', 'accepted', 'list'), violates: true },
  ]).text
  const times = [...svg.matchAll(/class="clock"[^>]*>([^<]*)/g)].map(([, time]) => time)
  expect(times).toEqual(['-0:02', '0:00', '1:00:31'])
  expect(svg).toContain('from the issue of token 2')
  expect(svg).toContain('-0:02 token 1 issued: login; 0:00 token 2 issued')
})

test('days and years read as days', () => {
  const svg = timeline([at(0, 'k', 'issued', 'a'), at(3650 * 86_400, 'k', 'accepted', 'b')]).text
  expect(svg).toContain('>3650 d<')
})

test('everything stays within the picture, however long its label', () => {
  const svg = timeline([
    at(0, 'x', 'issued', 'a'),
    at(9, 'x', 'jump', 'a label of more than forty characters in all'),
  ]).text
  const [width = 0] = numbers(svg, /<svg[^>]*? width="(\S+)"/g)
  const [, last = 0] = numbers(svg, /class="event" transform="translate\((\S+)/g)
  expect(last + 6.2 * 22).toBeLessThan(width)
})

test('the picture is told in words', () => {
  expect(timeline([at(61, 'seed', 'refused', 'spent')]).text).toContain(
    'aria-label="1:01 seed rejected: spent"',
  )
})

test('what happens at one moment stands side by side and below one another, never on top', () => {
  const svg = timeline([
    at(5, 'token', 'accepted', 'older list'),
    at(5, 'token', 'accepted', 'newer list'),
    at(5, 'token', 'refused', 'newer list'),
  ]).text
  expect(svg.match(/<circle/g)).toHaveLength(2)
  expect(numbers(svg, /class="(?:accepted|refused)" transform="translate\((\S+)/g)).toEqual([-9, 9])
  expect(numbers(svg, /<text y="(\d+)"/g)).toEqual([21, 34])
})

test('the same again is counted, and what lies between is kept', () => {
  const use = (kind: TimelineEvent['kind']) => at(5, 'seed', kind, 'second step')
  const svg = timeline([use('accepted'), use('accepted'), use('refused'), use('accepted')]).text
  expect([...svg.matchAll(/<g class="(\w+)" transform/g)].map(([, kind]) => kind)).toEqual([
    'event',
    'accepted',
    'refused',
    'accepted',
  ])
  expect(svg).toContain('second step ×2')
})

test('what failed the case is red, and stands apart from the same that did not', () => {
  const use = at(5, 'token', 'accepted', 'older list')
  const events = [use, { ...use, violates: true as const }]
  const svg = timeline(events).text
  expect([...svg.matchAll(/<g class="(accepted[a-z ]*)" transform/g)].map(([, kind]) => kind)).toEqual([
    'accepted',
    'accepted violates',
  ])
  expect(svg).toContain('red: what failed the case')
  expect(svg).toContain('0:05 token accepted: older list, which failed the case')
  expect(timeline([use]).text).not.toContain('red:')
})
