import { runProgram } from './operator/program.ts'

async function main(): Promise<void> {
  // The reader may leave before the end (`reference-server list | head`): the remaining output is dropped.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    console.error(
      `reference-server: stdout cannot be written to: ${error.message}; send the output elsewhere`,
    )
    process.exit(2)
  })
  try {
    await runProgram()
  } catch (error) {
    const { explain } = await import('./operator/explain.ts')
    const { message, exitCode } = explain(error)
    console.error(`reference-server: ${message}`)
    process.exitCode = exitCode
  }
}

void main()
