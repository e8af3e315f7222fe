import { InvalidArgumentError, Option, type Command } from 'commander'
import { formats } from '../../../reports/formats.ts'
import type { Shard } from '../../../reports/report.ts'

/** The values of `--format`, for the help; the default ones come first. */
export const formatNames = formats.join(',')

/** Adds the options of a command that prints the text of a report: print less, or JSON. */
export const withPrinting = (command: Command, judged = 'subject'): Command =>
  command
    .addOption(
      new Option('--quiet', `print one line: the conclusion and the ${judged}`)
        .conflicts('json')
        .default(false),
    )
    .addOption(new Option('--json', 'print the report as JSON').default(false))

/** Parses comma-separated words and appends them to those given before. */
export function words(value: string, before: string[]): string[] {
  const named = value
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (value.startsWith('-')) throw new InvalidArgumentError('That is an option: give a value first.')
  if (named.length === 0) throw new InvalidArgumentError('It must name something.')
  return [...before, ...named]
}

/** Rejects the empty value of an unset variable. */
export function named(value: string): string {
  if (value !== '') return value
  throw new InvalidArgumentError('It must name something.')
}

/** Parses an integer from `least` to `most`; without `most`, of at most ten digits. */
export const wholeNumber = (least: number, most?: number) => (value: string) => {
  const number = Number(value)
  if (/^\d{1,10}$/.test(value) && number >= least && number <= (most ?? Infinity)) return number
  const end = most === undefined ? ', of ten digits at most' : ` to ${most}`
  throw new InvalidArgumentError(`It must be a whole number from ${least}${end}.`)
}

/** Parses `1/4`: the index of a shard and the number of shards. */
export function shard(value: string): Shard {
  const [, index, count] = (/^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? []).map(Number)
  if (index !== undefined && count !== undefined && index <= count) return { index, count }
  throw new InvalidArgumentError('It must be i/n, such as 1/4, with i from 1 to n.')
}
