import type { Declaration } from '../subject/declaration/declaration.ts'
import { CommandFailed, runCommand } from '../subject/commands/command.ts'
import { fillCommand } from '../subject/declaration/fill-command.ts'
import { SetupFailed } from '../outcomes.ts'
import type { ControlClient } from './control.ts'
import { createFaketimeJump } from './faketime.ts'
import {
  controlMover,
  outsideMover,
  waitMover,
  type Mover,
  type ProofParts,
  type WaitParts,
} from './movers.ts'

export interface MoverParts extends ProofParts, WaitParts {
  declaration: Declaration
  control: ControlClient | undefined
  slow: boolean
  env: NodeJS.ProcessEnv
}

/** The mover for the declared kind of clock; undefined if the clock can't be moved in this run. */
export function moverOf(parts: MoverParts): Mover | undefined {
  const { declaration, control, slow, env } = parts
  const { clock, source } = declaration
  switch (clock.kind) {
    case 'control':
      return control && controlMover(control, parts)
    case 'command':
      return outsideMover((seconds) => advance(clock.advance, seconds, source.folder, env), parts)
    case 'faketime':
      return outsideMover(createFaketimeJump(clock.file), parts)
    case 'wait':
      return slow ? waitMover(parts) : undefined
    case 'none':
      return undefined
  }
}

async function advance(command: string, seconds: number, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const filled = fillCommand(command, { seconds })
    const { exitCode } = await runCommand(filled.command, { cwd, env, timeoutMs: 120_000 })
    if (exitCode === 126 || exitCode === 127)
      throw new SetupFailed(
        `clock.advance cannot be run (exit code ${exitCode}): is it there, and executable?`,
      )
    if (exitCode !== 0) throw new SetupFailed(`clock.advance ended with exit code ${exitCode}`)
  } catch (error) {
    if (error instanceof CommandFailed) throw new SetupFailed(`clock.advance failed: ${error.message}`)
    throw error
  }
}
