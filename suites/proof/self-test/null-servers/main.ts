import type { AddressInfo } from 'node:net'
import { nullServers } from './null-servers.ts'

// The program of one null server: its argument is the name, its ready line the address.
const chosen = nullServers.find(({ name }) => name === process.argv[2])
if (!chosen) throw new Error(`there is no null server "${process.argv[2]}"`)
const server = chosen.create()
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const ready = () =>
    process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`)
  if (chosen.name !== 'dead') return ready()
  // The port was free a moment ago, and nothing listens on it now.
  server.close(ready)
  setInterval(() => {}, 2 ** 30)
})
process.on('SIGTERM', () => process.exit(0))
