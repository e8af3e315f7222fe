import { expect, test } from 'vitest'
import { escapeProse } from './escape-markdown.ts'

test.for([
  ['Without `username` or `a_b*c`, nothing.', 'Without `username` or `a_b*c`, nothing.'],
  ['`otp_url` is a path', '`otp_url` is a path'],
  ['an unpaired ` and *stars* of <b> stay text', 'an unpaired \\` and \\*stars\\* of &lt;b&gt; stay text'],
  ['* `x` *', '\\* `x` \\*'],
])('what stands between backticks is code, the rest is no markup: %s', ([text, markdown]) =>
  expect(escapeProse(text!)).toBe(markdown),
)
