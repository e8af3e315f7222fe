import type { AddressInfo } from 'node:net'
import { hostileServers } from './hostile-servers.ts'

// The program of one hostile server: its name and the other origin are the arguments, its address the ready line.
const [, , name, elsewhere = ''] = process.argv
const chosen = hostileServers.find((one) => one.name === name)
if (!chosen) throw new Error(`there is no hostile server "${name}"`)
const server = chosen.create(elsewhere)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
