import { check } from 'recheck'
import { expect, test } from 'vitest'
import { inParallel } from '../subject/in-parallel.ts'
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
  '^([^:\\n]+): ': 'a signing string of at most 16 KiB',
  '^[^:\\n]+: ': 'a signing string of at most 16 KiB',
  '^[^#\\n]*\\$\\{([A-Z_]+)\\}': 'a declaration that we wrote',
  '^[ \\t]+|[ \\t]+$': 'headers of a planted client',
  '\\0+$': 'passwords and secrets that were declared, or made of them',
  '\\B(?=(\\d{3})+$)': 'a number',
  '<script async src="https:\\/\\/www\\.googletagmanager\\.com[^>]*><\\/script>\\s*<script>\\s*window\\.dataLayer[^]*?<\\/script>':
    "Allure's own page",
  '[^ ;=]+=".*': 'a planted defect; a header of 16 KiB at most',
  '.=*$': 'a planted defect; a header of 16 KiB at most',
  '(?=.*algorithm="none")(?=.*signature="")': 'a planted defect; a header of 16 KiB at most',
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

/** Counts decide, not time, so that the result is the same on every machine. */
const untimed = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

test('no regular expression takes more than linear time for a text that a stranger wrote', async () => {
  const patterns = patternsIn(new URL('../../', import.meta.url), folders)
  expect(patterns.length).toBeGreaterThan(300)
  const repeating = patterns.filter(({ source, isBuilt }) => !isBuilt && /[*+]|,\}/.test(source))
  const slow: string[] = []
  await inParallel(
    repeating.filter(({ source }) => !(source in bounded)),
    2,
    async ({ source, flags, place }) => {
      const found = await check(source, flags, untimed)
      if (found.status === 'safe') return
      const why = found.status === 'vulnerable' ? found.attack.pattern : found.error.kind
      slow.push(`${place} /${source}/${flags}: ${why}`)
    },
  )
  expect(slow).toEqual([])
  const unread = new Set(
    patterns.filter(({ isBuilt }) => isBuilt).map(({ place }) => place.split(':')[0] ?? ''),
  )
  expect(
    [...unread].filter((file) => !(file in built)),
    'these can not be checked',
  ).toEqual([])
  // An entry for a pattern that is gone is no longer needed.
  const sources = new Set(repeating.map(({ source }) => source))
  expect(Object.keys(bounded).filter((source) => !sources.has(source))).toEqual([])
  expect(Object.keys(built).filter((file) => !unread.has(file))).toEqual([])
})
