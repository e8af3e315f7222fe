import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { didYouMean } from '../../subject/closest-word.ts'
import { parseYaml } from '../../subject/declaration/parse-yaml.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { readNamed } from '../files/read-named.ts'

export interface Target {
  /** The name of its report folder and its column. */
  name: string
  baseUrl?: string
  /** Path of its declaration, relative to the current folder. */
  config?: string
}

const text = z.string({ error: 'must be text' }).trim().min(1, 'is empty')
const target = z
  .strictObject(
    {
      name: text.regex(
        /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
        'may contain only letters, digits, dots, hyphens and underscores',
      ),
      baseUrl: text.optional(),
      config: text.optional(),
    },
    { error: ({ code }) => (code === 'invalid_type' ? 'must have name, and baseUrl or config' : undefined) },
  )
  .refine(({ baseUrl, config }) => baseUrl ?? config, 'needs baseUrl, config, or both')
const fields = Object.keys(target.shape)

/**
 * Reads a list of servers, in YAML or JSON.
 * @throws UsageError if it can't be read; names each problem and its place
 */
export function readTargets(file: string): Target[] {
  const { value } = parseYaml(readNamed(file, '--targets'), file)
  if (!Array.isArray(value) || value.length === 0)
    throw new UsageError(`${file}: must be a list of servers, each with ${fields.join(', ')}`)
  const seen = new Set<string>()
  const problems: string[] = []
  const targets = value.flatMap((each: unknown, index) => {
    const checked = target.safeParse(each)
    if (!checked.success) {
      problems.push(...checked.error.issues.map((issue) => `${file}: [${index}]${said(issue)}`))
      return []
    }
    const { name, baseUrl, config } = checked.data
    if (seen.has(name.toLowerCase()))
      problems.push(`${file}: [${index}].name: "${name}" appears twice; each server needs its own name`)
    seen.add(name.toLowerCase())
    return {
      name,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(config === undefined ? {} : { config: isAbsolute(config) ? config : join(dirname(file), config) }),
    }
  })
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return targets
}

function said(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return `.${key}: unknown field; ${didYouMean(key, fields, `known: ${fields.join(', ')}`)}`
  }
  return `${issue.path.map((step) => `.${String(step)}`).join('')}: ${issue.message}`
}
