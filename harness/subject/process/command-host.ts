import { carryOutCommand, type CommandOptions, type CommandResult } from './carry-out-command.ts'

/** A message to the process that runs commands. */
export interface Order {
  id: number
  command: string
  options: CommandOptions
}

/** Its reply to an order. */
export type Outcome = { id: number } & ({ result: CommandResult } | { failed: string })

process.on('message', ({ id, command, options }: Order) => {
  carryOutCommand(command, { ...options, watched: false }).then(
    (result) => tell({ id, result }),
    (error: Error) => tell({ id, failed: error.message }),
  )
})
// Its parent has ended, for whatever reason. Exiting kills the commands that still run.
process.on('disconnect', () => process.exit())

const tell = (outcome: Outcome) => void process.send?.(outcome)
