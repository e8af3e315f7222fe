import { wholeOrLength } from '../../wire/shown/shortened.ts'

const keptLines = 40
/**
 * Much longer than what is shown. Lines are only cut after their secrets are masked, so that no part of a secret is left.
 */
const keptLineLength = 2000

/** Quotes a program's output at the end of a message. */
export const quotedOutput = (output: string, ifEmpty: string): string =>
  output === '' ? ` ${ifEmpty}` : ` Its last output:\n${output.replace(/^/gm, '  | ')}`

/** Keeps the last lines printed by a program; of lines longer than that, only the length. */
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
