import { setTimeout as sleep } from 'node:timers/promises'
import { createLastLines } from '../subject/process/last-lines.ts'
import { startProcessGroup } from '../subject/process/process-group.ts'
import { parseReply, type Adapter, type Reply } from './adapter.ts'

export interface AdapterProcessOptions {
  /** Shell command. */
  command: string
  cwd: string
  /** The complete environment. */
  env: NodeJS.ProcessEnv
  /** Time limit for an operation. */
  timeoutMs: number
}

/** Longest line that a client may write, in bytes. */
const longestLine = 4 * 1024 * 1024
const howToAnswer = '; flush stdout after each line, or raise timeoutMs in client.yaml'
/** From the end of its input to SIGTERM, and from there to SIGKILL. */
const graceMs = 1000

/** Starts a client that speaks the line protocol on its stdin and stdout. */
export function startAdapterProcess({ command, cwd, env, timeoutMs }: AdapterProcessOptions): Adapter {
  const group = startProcessGroup(command, { cwd, env, input: true, marked: 'CONFORMANCE_BASE_URL' })
  const { push, text } = createLastLines()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let waiting: ((reply: Reply) => void) | undefined
  let broken: Reply | undefined
  let pending: Buffer = Buffer.alloc(0)
  /** Lines received while no operation was pending. */
  let tooMany = 0
  let hasAnswered = false

  const settle = (reply: Reply) => {
    waiting?.(reply)
    waiting = undefined
  }
  const fail = (fault: string, late: { late?: true } = {}) => {
    broken ??= { kind: 'fault', fault, ...late }
    settle(broken)
  }
  const half = () =>
    pending.length > 0
      ? `, after a line without a line break: ${pending.toString().slice(0, 100)}`
      : undefined
  const onLine = (bytes: Buffer) => {
    if (bytes.toString('latin1').trim() === '') return
    let line: string
    try {
      line = decoder.decode(bytes)
    } catch {
      return fail('wrote a line that is not UTF-8')
    }
    const reply = parseReply(line.replace(/\r$/, ''))
    // A banner: from here on, each answer would be taken for that to the operation after its own.
    if (reply.kind === 'fault' && !hasAnswered) return fail(reply.fault)
    if (waiting === undefined) return void tooMany++
    hasAnswered = true
    settle(reply)
  }
  group.child.stdout.on('data', (part: Buffer) => {
    if (broken !== undefined) return
    pending = pending.length === 0 ? part : Buffer.concat([pending, part])
    for (let at = pending.indexOf(10); at >= 0; at = pending.indexOf(10)) {
      const line = pending.subarray(0, at)
      pending = pending.subarray(at + 1)
      onLine(line)
    }
    if (pending.length > longestLine) {
      pending = Buffer.alloc(0)
      fail(`wrote a line of more than ${longestLine / 1024 / 1024} MiB`)
    }
  })
  let rest = ''
  group.child.stderr.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n')
    rest = (lines.pop() ?? '').slice(-4000)
    for (const line of lines) push(line)
  })
  group.child.stdin?.on('error', () => {})
  void Promise.all([group.ended, new Promise((closed) => group.child.stdout.once('close', closed))]).then(
    ([{ exitCode, signal }]) =>
      fail(`ended (${signal ?? `exit code ${exitCode}`}) without an answer${half() ?? ''}`),
  )

  return {
    async ask(operation, longerMs = 0) {
      if (broken !== undefined) return broken
      // Lets lines that the client wrote too early arrive first.
      await new Promise((resolve) => setImmediate(resolve))
      if (tooMany > 0)
        return {
          kind: 'fault',
          fault: `wrote ${tooMany + 1} lines for one operation; the protocol allows one`,
        }
      const answered = new Promise<Reply>((resolve) => (waiting = resolve))
      group.child.stdin?.write(`${JSON.stringify(operation)}\n`)
      const limitMs = timeoutMs + longerMs
      const timer = setTimeout(
        () =>
          fail(`gave no answer to ${operation.op} within ${limitMs} ms${half() ?? howToAnswer}`, {
            late: true,
          }),
        limitMs,
      )
      try {
        return await answered
      } finally {
        clearTimeout(timer)
      }
    },
    async end() {
      group.child.stdin?.end()
      if (broken === undefined) await Promise.race([group.ended, sleep(graceMs, undefined, { ref: false })])
      await group.end(graceMs)
    },
    said: () => [text(), rest].filter(Boolean).join('\n'),
  }
}
