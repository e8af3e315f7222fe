/** What a started server says of itself: `{"ready":true,"url":…,"control":…}`. */
export interface ReadyLine {
  url?: string
  /** Address of the clock control. */
  control?: string
}

/** The ready line, or undefined where the line is another one. */
export function parseReadyLine(line: string): ReadyLine | undefined {
  const said = parsed(line)
  if (said?.ready !== true) return undefined
  const { url, control } = said
  return {
    ...(typeof url === 'string' && { url }),
    ...(typeof control === 'string' && { control }),
  }
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return line.trimStart().startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
