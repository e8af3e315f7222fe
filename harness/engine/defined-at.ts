/** Where code that is running stands: a file URL or path, with its line and column, both from 1. */
export interface Place {
  file: string
  line: number
  column: number
}

/** Where in a file of cases the case is defined that is being put into the registry; undefined where no such file is under way. */
export function definedAt(stack = new Error().stack ?? ''): Place | undefined {
  for (const frame of stack.split('\n')) {
    const [, file, line, column] = /([^\s(]*\.suite\.[jt]s):(\d+):(\d+)\)?$/.exec(frame) ?? []
    if (file !== undefined) return { file, line: Number(line), column: Number(column) }
  }
  return undefined
}
