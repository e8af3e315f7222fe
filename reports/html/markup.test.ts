import { expect, test } from 'vitest'
import { markup } from './markup.ts'

test('values are escaped in text and in attributes', () => {
  expect(markup`<p title="${'"\'><b>'}">${'<i>&'}</p>`.text).toBe(
    '<p title="&quot;&#39;&gt;&lt;b&gt;">&lt;i&gt;&amp;</p>',
  )
})

test('what a template made is not escaped again; lists are joined, and what is absent is left out', () => {
  expect(markup`${[markup`<b>${1}</b>`, ' ', 'a&b']}${null}${undefined}${false}${0}`.text).toBe(
    '<b>1</b> a&amp;b0',
  )
})

test('no character stays that a reader cannot see', () => {
  expect(markup`${'a\u202eb\u0000'}`.text).toBe('a\\u{202e}b\\u{0}')
})
