// The reference server with any number of users in its list. The list is built once, because the suite is what is measured.
import { startServer } from '../../reference-server/start/server.ts'

const [, , users = '0', dataDir = ''] = process.argv
const server = await startServer({
  controlPort: 0,
  journal: 0,
  debug: true,
  fastHash: true,
  serverVersion: '2.10.0',
  dataDir,
})
const { answers } = server.parts
const { users: list } = answers
const fillers = Array.from({ length: Number(users) }, (_, index) => {
  const number = String(index).padStart(8, '0')
  const hex = Math.imul(index + 1, 0x9e3779b1) >>> 0
  const id = `${hex.toString(16).padStart(8, '0')}-c13f-4d2a-9b1e-${number.padStart(12, '0')}`
  return {
    id,
    username: `user-${number}`,
    name: `User Number ${number}`,
    email: `user-${number}@staff.example.org`,
    role: 'User',
    source: 'local',
    comment: '',
  }
})
const made = new Map<string, Buffer>()
answers.users = (records, caller, call) => {
  const key = JSON.stringify(records)
  const body = made.get(key) ?? Buffer.from(JSON.stringify(list([...records, ...fillers], caller, call)))
  made.set(key, body)
  return body
}
const { handle } = server.parts
server.parts.handle = async (handler, call, reply) => {
  const body = await handle(handler, call, reply)
  if (Buffer.isBuffer(body)) void reply.type('application/json; charset=utf-8')
  return body
}
process.stdout.write(`${JSON.stringify({ ready: true, url: server.url, control: server.control })}\n`)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.stop().then(() => process.exit(0)))
