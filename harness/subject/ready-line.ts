/** The line that a started server prints: `{"ready":true,"url":…,"control":…}`. */
export interface ReadyLine {
  url?: string
  /** Address of the clock control. */
  control?: string
}

/** Parses the ready line. Returns undefined for any other line. */
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
