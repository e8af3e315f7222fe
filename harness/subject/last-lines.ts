const keptLines = 40
/** Much longer than what is shown: a line is cut when its secrets are masked, so that no part of one is left. */
const keptLineLength = 2000

/** Keeps the last lines that a program printed. The word in which a line ends that is longer still is left out. */
export function createLastLines() {
  const kept: string[] = []
  return {
    push(line: string): void {
      kept.push(line.length > keptLineLength ? line.slice(0, keptLineLength).replace(/\S*$/, '…') : line)
      if (kept.length > keptLines) kept.shift()
    },
    text: (): string => kept.join('\n'),
  }
}
