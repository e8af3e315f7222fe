import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import type { Answers } from './declaration-text.ts'

/** Creates a terminal that answers each question with the next of these keys. */
function terminalWith(keys: readonly string[], given: Partial<Answers> = {}) {
  const input = new PassThrough()
  const output = new PassThrough()
  const left = [...keys]
  let shown = ''
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    if (!stripVTControlCharacters(chunk.toString()).endsWith(': ')) return
    const next = left.shift()
    if (next === undefined) input.end()
    else input.write(next)
  })
  const wrongIn = (name: keyof Answers, answer: string) =>
    name === 'baseUrl' && !answer.startsWith('http') ? '--base-url must start with http' : undefined
  const answers = ask(given, { input, output, terminal: true }, wrongIn)
  return { answers, shown: () => shown }
}

test('each question is asked, and Enter leaves a part out', async () => {
  const { answers } = terminalWith(['http://one\r', ' ada \r', '\r', 'ada\r', 'k1\r', '\r'])
  expect(await answers).toEqual({
    baseUrl: 'http://one',
    username: 'ada',
    privateTokenOf: 'ada',
    accessKeyId: 'k1',
  })
})

test('what was given as an option is not asked for', async () => {
  const { answers, shown } = terminalWith(['\r', '\r', '\r', '\r'], {
    baseUrl: 'http://two',
    username: 'ada',
  })
  expect(await answers).toEqual({ baseUrl: 'http://two', username: 'ada' })
  expect(shown()).not.toMatch(/Address of the server|without a second factor/)
})

test('a wrong answer is asked for again at once, and Enter takes the address in brackets', async () => {
  const { answers, shown } = terminalWith(['one\r', '\r', '\r', '\r', '\r', '\r', '\r'])
  expect(await answers).toEqual({ baseUrl: 'http://127.0.0.1:8080' })
  expect(shown()).toMatch(/--base-url must start with http\n[^]*Address of the server/)
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s ends it, and says that nothing was written', async (_, key) => {
  const { answers } = terminalWith(['http://one\r', key])
  await expect(answers).rejects.toMatchObject({ exitCode: 130, message: 'interrupted: nothing was written' })
})

test('the end of the input ends it too', async () => {
  const { answers } = terminalWith(['http://one\r'])
  await expect(answers).rejects.toMatchObject({ exitCode: 130 })
})
