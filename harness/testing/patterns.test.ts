import { describe, expect, test } from 'vitest'
import { findAttack } from './find-attack.ts'
import { patternsIn } from './patterns-in.ts'

/** Our folders with code that sees text from a server or a client. */
const folders = ['harness', 'suites', 'reports', 'reference-server']

/** Patterns that take, or may take, more than linear time, each with what bounds their input. */
const bounded: Record<string, string> = {
  '([^\\s(]*\\.suite\\.[jt]s):(\\d+):(\\d+)\\)?$': 'a stack of our own code',
  '_ALERT_(?:(?:BAD|UNKNOWN|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_\\w+|UNKNOWN_CA|ACCESS_DENIED)$':
    'an error code of Node',
  '["\'=]?([\\w-]*)$': 'fifty characters',
  '(?<=[:,[{]\\s*)\\$\\{\\w+\\}(?=\\s*[,}\\]])': "the operator's own declaration",
  '\\/+$': "the operator's own address",
  '^v?(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?(.*)$': 'a declared version',
  '=+$': 'base64 of a signature or base32 of a secret that we made',
  '^#+ (.*?)(?: \\(.*\\))?$': 'lines of the specification',
  '^[^:]*: ': 'a signing string that we made',
  '\\0+$': 'passwords and secrets that were declared, or made of them',
  '\\B(?=(\\d{3})+$)': 'a number',
  '<script async src="https:\\/\\/www\\.googletagmanager\\.com[^>]*><\\/script>\\s*<script>\\s*window\\.dataLayer[^]*?<\\/script>':
    "Allure's own page",
  '[^ ;=]+=".*': 'a planted defect; a header of 16 KiB at most',
  '.=*$': 'a planted defect; a header of 16 KiB at most',
  '(?=.*algorithm="none")(?=.*signature="")': 'a planted defect; a header of 16 KiB at most',
  '^\\{*|\\}*$': 'a variation; a header of 16 KiB at most',
  'Signature (.*),(signature="[^"]*")': 'a header that our own client made',
  '<input type="hidden"[^>]*>': 'a variation; a page of our own',
}

/** Files that build patterns at run time, each with what bounds the pattern or its input. */
const built: Record<string, string> = {
  'suites/signature/signed.ts': 'an Authorization header that we made',
  'reports/check-shape.ts': 'patterns of our own schema, which are linear',
  'harness/wire/shown/mask-quoted.ts': 'lines of 2,000 characters at most',
  'reference-server/server/explain/parameters-fault.ts': 'a header of 16 KiB at most',
  'reference-server/changes/login/lookups.ts': 'a planted defect; usernames of a suite under test',
  'reference-server/desk/journal/journal.ts': 'a status of three digits',
}

test('no regular expression takes more than linear time for a text that a stranger wrote', () => {
  const patterns = patternsIn(new URL('../../', import.meta.url), folders)
  expect(patterns.length).toBeGreaterThan(300)
  const slow = patterns
    .filter(({ isBuilt }) => !isBuilt)
    .map((pattern) => ({ ...pattern, attack: findAttack(pattern.source, pattern.flags) }))
    .filter(({ attack }) => attack !== undefined)

  const unbounded = slow.filter(({ source }) => !(source in bounded))
  expect(
    unbounded.map(({ source, place, attack }) => `${place} /${source}/, repeating ${JSON.stringify(attack)}`),
  ).toEqual([])
  const unread = new Set(
    patterns.filter(({ isBuilt }) => isBuilt).map(({ place }) => place.split(':')[0] ?? ''),
  )
  expect(
    [...unread].filter((file) => !(file in built)),
    'these can not be checked',
  ).toEqual([])
  // An entry for a pattern that is now fast, or gone, is no longer needed.
  const sources = new Set([...unread, ...slow.map(({ source }) => source)])
  expect([...Object.keys(bounded), ...Object.keys(built)].filter((key) => !sources.has(key))).toEqual([])
})

describe('an attack is found', () => {
  test.each([
    [/\s+$/],
    [/(a+)+$/],
    [/(a|a)*b/],
    [/<input [^>]*type=hidden[^>]*>/],
    [/<!--[^]*?-->/],
    [/^\w+\d+@/],
    [/%[^]*%u/],
    [/(?<=^\d+)\./g],
    [/^[^:]*: /gm],
    [/"(?:\\?[^"])*"/],
    [/(\w+)\s*=\s*\1;/],
  ])('in %s', ({ source, flags }) => {
    expect(findAttack(source, flags)).toBeDefined()
  })

  test.each([
    [/\s+/g],
    [/^\s+/],
    [/[^"]+/g],
    [/"[^"]*"/],
    [/"(?:[^"\\]|\\[^])*(?:"|\\?$)|[^"]+/g],
    [/\s{1,99}$/],
    [/^[^@]+@[^@]+$/],
    [/\d(?=\D*$)/g],
    [/\b(?:a|b)\w*\b/gi],
    [/(?<![\w-])x\d{2}(?!\d)/g],
  ])('but not in %s', ({ source, flags }) => {
    expect(findAttack(source, flags)).toBeUndefined()
  })
})
