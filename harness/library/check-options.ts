import { z } from 'zod'
import { formats } from '../../reports/formats.ts'
import { didYouMean } from '../subject/closest-word.ts'
import { declarationProblems } from '../subject/declaration/declaration-problems.ts'
import { text } from '../subject/declaration/declared-text.ts'
import { UsageError } from '../subject/subject-error.ts'

/** At most ten digits, as on the command line. */
const wholeNumber = (least: number) => z.int().min(least).max(9_999_999_999)

const casesOptions = z.strictObject({
  baseUrl: z.string().optional(),
  config: z.union([text, z.looseObject({})]).optional(),
  bundled: z.boolean().optional(),
  only: z.array(text).optional(),
  skip: z.array(text).optional(),
  strict: z.boolean().optional(),
  seed: wholeNumber(0).optional(),
  runs: wholeNumber(1).optional(),
  slow: z.boolean().optional(),
  jobs: wholeNumber(1).optional(),
})

const schemas = {
  cases: casesOptions,
  judge: casesOptions.extend({
    requireComplete: z.boolean().optional(),
    baseline: text.optional(),
    out: text.optional(),
    formats: z.array(z.enum(formats)).optional(),
    cwd: text.optional(),
    // A test runner may have its own AbortSignal class.
    signal: z
      .custom<AbortSignal>((value) => typeof (value as AbortSignal | null)?.addEventListener === 'function', {
        error: 'must be an AbortSignal',
      })
      .optional(),
  }),
}

/** @throws UsageError that names every unknown option and every invalid value */
export function checkOptions(of: keyof typeof schemas, options: unknown): void {
  const schema = schemas[of]
  const { error } = schema.safeParse(options)
  if (error === undefined) return
  const known = Object.keys(schema.shape)
  const problems = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(
          (key) => `unknown option ${key}; ${didYouMean(key, known, `it takes ${known.join(', ')}`)}`,
        )
      : declarationProblems([issue], options).map(
          ({ path, message }) => `${path.length === 0 ? 'its argument' : path.join('.')} ${message}`,
        ),
  )
  throw new UsageError(problems.map((problem) => `${of}(): ${problem}`).join('\n'))
}
