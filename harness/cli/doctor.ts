import { styleText } from 'node:util'
import { few } from '../../reports/words.ts'
import { visible, visibleJson } from '../../reports/visible.ts'
import { Misdeclared } from '../engine/case/misdeclared.ts'
import { machine } from '../engine/machine.ts'
import { examine, type Finding } from '../doctor/examine.ts'
import { declaredSecrets } from '../subject/declaration/declared-secrets.ts'
import { removeRunFolder } from '../subject/files/run-folder.ts'
import { abandonStart, startSubject } from '../subject/start/start-subject.ts'
import { subjectEnvironment } from '../subject/commands/subject-environment.ts'
import { Unreachable, UsageError } from '../subject/subject-error.ts'
import { createRunMask } from '../verdicts/run-mask.ts'
import { WireFailure } from '../wire/exchange.ts'
import { createInterrupt } from './judge/interrupt.ts'
import { isColoured } from './options/is-coloured.ts'
import type { JudgeOptions } from './options/judge-options.ts'
import { createProgress } from './judge/progress.ts'
import { readGiven } from './files/read-given.ts'
import type { Suite } from './suite.ts'

export interface DoctorOptions extends Pick<JudgeOptions, 'baseUrl' | 'config' | 'envFile' | 'bundled'> {
  json?: boolean
}

const styles = { ok: 'green', wrong: 'red', missing: 'yellow', unsupported: 'dim' } as const

/**
 * `conformance doctor`: checks the declaration against the server. Sends valid requests only. Returns exit code 2 if a
 * declared statement is not true.
 */
export async function doctor(suite: Suite, options: DoctorOptions): Promise<number> {
  const { stdout, stderr } = process
  const { json = false } = options
  const colour = isColoured()
  const declaration = readGiven(options)
  const env = subjectEnvironment(declaration, process.env)
  const interrupt = createInterrupt()
  const progress = createProgress({ quiet: json, stream: stderr })
  const findings: Finding[] = []
  const stopStarting = new AbortController()
  const starting = startSubject(declaration, env, stopStarting.signal)
  const subject = await Promise.race([starting, interrupt.pressed])
  if (subject === undefined) {
    await abandonStart(declaration, starting, stopStarting)
    process.once('exit', () => removeRunFolder(declaration.tmp))
    return 130
  }
  interrupt.onExit(() => subject.stop())
  try {
    const cases = await suite.loadCases()
    const spec = {
      declaration,
      baseUrl: subject.baseUrl,
      controlUrl: subject.controlUrl,
      cases: [],
      seed: 1,
      runs: 1,
      slow: false,
      env,
    }
    const onWait = (leftMs: number) => progress.waiting(Math.ceil(leftMs / 1000))
    const examined = examine(spec, { ...machine, env, onWait }, cases.values(), (finding) => {
      progress.end()
      findings.push(finding)
      if (!json) stdout.write(lineOf(finding, colour))
    })
    if ((await Promise.race([examined.then(() => true), interrupt.pressed])) === undefined) return 130
  } catch (error) {
    const { line } = createRunMask({ secrets: declaredSecrets(declaration), own: [], results: [] })
    if (error instanceof WireFailure) throw new Unreachable(line(error.message))
    if (error instanceof Misdeclared) throw new UsageError(line(error.message))
    throw error
  } finally {
    progress.end()
    await interrupt.leave()
  }
  if (json) stdout.write(`${visibleJson(findings)}\n`)
  else for (const note of declaration.notes) stdout.write(`note: ${note}\n`)
  return findings.some(({ outcome }) => outcome === 'wrong') ? 2 : 0
}

function lineOf({ field, outcome, said, fix, untested }: Finding, colour: boolean): string {
  const word = outcome.padEnd(11)
  const waits = untested.length === 0 ? '' : `needed by cases of ${few(untested)}`
  const text = [said, outcome === 'ok' ? '' : fix, waits].filter((part) => part !== '').join('; ')
  return `${colour ? styleText(styles[outcome], word, { validateStream: false }) : word}  ${field.padEnd(22)}  ${visible(text.replaceAll(/\s+/g, ' '))}\n`
}
