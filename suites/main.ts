import { allowBrokenPipes, leaveProcess } from '../harness/cli/output.ts'
import { runCli } from '../harness/cli/program.ts'
import { suite } from './suite.ts'

allowBrokenPipes()
await leaveProcess(await runCli(suite, process.argv.slice(2)))
