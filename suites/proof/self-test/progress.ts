import { describeFinding, isWrong } from './findings.ts'
import type { JudgedGroup } from './judge-group.ts'

export interface ProgressOptions {
  stream: { isTTY?: boolean; write(text: string): unknown }
  total: number
  /** Milliseconds since any fixed instant. */
  now: () => number
}

/** The number of runs between two lines if the output is not a terminal. */
const lineEvery = 25
/** A line that wraps can't be cleared. */
const longest = 79

/**
 * Reports each run as it ends. On a terminal, updates one line with the estimated time left; elsewhere, prints a line every 25 runs. A run that was
 * not judged as expected is shown at once.
 */
export function createSelfTestProgress({ stream, total, now }: ProgressOptions) {
  const started = now()
  const clear = stream.isTTY ? '\r\u001B[2K' : ''
  let done = 0
  return {
    ended({ findings, split }: JudgedGroup) {
      done++
      for (const { name } of split) stream.write(`${clear}self-test: judged in halves after all: ${name}\n`)
      for (const found of findings.filter(isWrong)) stream.write(`${clear}${describeFinding(found)}`)
      const left = Math.round((((now() - started) / done) * (total - done)) / 1000)
      const line = `${done}/${total}, about ${left} s left`
      const names = findings.map(({ name }) => name).join(', ')
      if (stream.isTTY) stream.write(`${clear}${`${line}: ${names}`.slice(0, longest)}`)
      else if (done % lineEvery === 0) stream.write(`self-test: ${line}\n`)
    },
    end: () => void stream.write(clear),
  }
}
