import { carryOutCommand, type CommandOptions, type CommandResult } from './carry-out-command.ts'

/** What the process that runs commands is told. */
export interface Order {
  id: number
  command: string
  options: CommandOptions
}

/** What it says of each. */
export type Outcome = { id: number } & ({ result: CommandResult } | { failed: string })

process.on('message', ({ id, command, options }: Order) => {
  carryOutCommand(command, { ...options, watched: false }).then(
    (result) => tell({ id, result }),
    (error: Error) => tell({ id, failed: error.message }),
  )
})
// Its parent has ended, whichever way; what still runs is killed on the way out.
process.on('disconnect', () => process.exit())

const tell = (outcome: Outcome) => void process.send?.(outcome)
