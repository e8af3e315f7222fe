/** A place in running code: a file URL or path, with line and column, both counted from 1. */
export interface Place {
  file: string
  line: number
  column: number
}

/** The place in a file of cases that defines the case being registered; undefined if the stack has no such file. */
export function definedAt(): Place | undefined {
  const { stack = '' } = new Error()
  for (const frame of stack.split('\n')) {
    const [, file, line, column] = /([^\s(]*\.suite\.[jt]s):(\d+):(\d+)\)?$/.exec(frame) ?? []
    if (file !== undefined) return { file, line: Number(line), column: Number(column) }
  }
  return undefined
}
