import type { RunningServer } from '../server.ts'

/** What people read when the server listens. */
export function startText({ url, control }: RunningServer): string {
  return `reference server at ${url}, clock control at ${control ?? 'none'}\n`
}
