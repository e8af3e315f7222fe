import { readPrivateTokenCommand } from './operator/private-token-command.ts'

async function main(): Promise<void> {
  // The reader may leave before the end (`reference-server list | head`): the remaining output is dropped.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const command = readPrivateTokenCommand(process.argv.slice(2))
  try {
    if (command) await command()
    else await (await import('./operator/program.ts')).runProgram()
  } catch (error) {
    const { explain } = await import('./operator/explain.ts')
    const { message, exitCode } = explain(error)
    console.error(`reference-server: ${message}`)
    process.exitCode = exitCode
  }
}

void main()
