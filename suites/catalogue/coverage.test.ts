import { describe, expect, test } from 'vitest'
import { uncovered } from './coverage.ts'
import { parseSpecification } from './specification.ts'

const text = `# Title (with more)

First sentence of version 2.0.0 here. Second one is short.

## Part (and a note)

| Field | Notes |
|---|---|
| token | bearer |

Rules:

1. The list is shown; its order is not shown at all.
`
const units = parseSpecification(text)

describe('parseSpecification', () => {
  test('parts a text into rows, sentences and sentences of items, each below its heading', () => {
    expect(units.map(({ section, kind, text }) => [section, kind, text])).toEqual([
      ['Title', 'sentence', 'First sentence of version 2.0.0 here.'],
      ['Title', 'sentence', 'Second one is short.'],
      ['Part', 'row', '| token | bearer |'],
      ['Part', 'item', 'The list is shown; its order is not shown at all.'],
    ])
  })
})

describe('uncovered', () => {
  const title = (quote: string) => ({ section: 'Title', quote })
  const part = (quote: string) => ({ section: 'Part', quote })
  const all = [
    title('First sentence of version'),
    title('Second one is short.'),
    part('bearer'),
    part('The list is shown; its order is not shown at all'),
  ]

  test('is empty where every clause has its quote', () => expect(uncovered(units, all)).toEqual([]))

  test.each([
    ['a quote is missing', all.slice(1), 'First sentence of version 2.0.0 here.'],
    [
      'a quote is too short',
      [title('First sentence of'), ...all.slice(1)],
      'First sentence of version 2.0.0 here.',
    ],
    [
      'a quote names another section',
      [part('First sentence of version'), ...all.slice(1)],
      'First sentence of version 2.0.0 here.',
    ],
    ['a cell is quoted in part', [...all.slice(0, 2), part('bear'), ...all.slice(3)], '| token | bearer |'],
    [
      'one clause of two is quoted',
      [...all.slice(0, 3), part('The list is shown')],
      'its order is not shown at all.',
    ],
  ])('names the clause where %s', (_why, sources, missing) =>
    expect(uncovered(units, sources)).toEqual([missing]),
  )
})
