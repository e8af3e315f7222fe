import { wholeOrLength } from '../wire/shortened.ts'

const keptLines = 40
/** Much longer than what is shown: a line is cut when its secrets are masked, so that no part of one is left. */
const keptLineLength = 2000

/** Keeps the last lines that a program printed, and of those that are longer still the length. */
export function createLastLines() {
  const kept: string[] = []
  return {
    push(line: string): void {
      kept.push(wholeOrLength(line, keptLineLength))
      if (kept.length > keptLines) kept.shift()
    },
    text: (): string => kept.join('\n'),
  }
}
