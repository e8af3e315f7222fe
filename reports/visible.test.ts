import { expect, test } from 'vitest'
import { visible } from './visible.ts'

test('what a terminal obeys is written out', () => {
  expect(visible('\u001b[31mred\u0000\u0085')).toBe('\\u{1b}[31mred\\u{0}\\u{85}')
})

test('what a reader cannot see is written out', () => {
  expect(visible('a\u202eb\u200bc\u2028d\ufeff')).toBe('a\\u{202e}b\\u{200b}c\\u{2028}d\\u{feff}')
})

test('what XML forbids is written out: lone surrogates and the noncharacters', () => {
  expect(visible('\ud800 \uffff \ufffe')).toBe('\\u{d800} \\u{ffff} \\u{fffe}')
})

test('what people write stays: lines, tabs, umlauts, pairs of surrogates', () => {
  expect(visible('ä\n\t漢 😀')).toBe('ä\n\t漢 😀')
})
