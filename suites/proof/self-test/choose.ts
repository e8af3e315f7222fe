import { closestWord } from '../../../harness/subject/closest-word.ts'
import { UsageError } from '../../../harness/subject/subject-error.ts'
import type { Task } from './tasks.ts'

/**
 * Returns the tasks with these names or of these groups, and the clean run; without any, all that don't run on demand.
 * @throws UsageError if a word matches nothing
 */
export function choose(tasks: readonly Task[], only: readonly string[]): Task[] {
  const groups = [...new Set(tasks.map(({ group }) => group))]
  const words = [...new Set([...tasks.map(({ name }) => name), ...groups])]
  for (const word of only) {
    if (words.includes(word)) continue
    const near = closestWord(word, words)
    throw new UsageError(
      `self-test --only: there is no "${word}"${near === undefined ? '.' : `; did you mean ${near}?`} ` +
        `"reference-server list" shows the defects and variations; the groups are ${groups.join(', ')}.`,
    )
  }
  return tasks.filter(
    ({ name, group, onDemand }) =>
      (only.length === 0 && !onDemand) ||
      only.includes(name) ||
      only.includes(group) ||
      group === 'unchanged',
  )
}
