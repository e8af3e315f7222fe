import { createInterface } from 'node:readline/promises'
import { SubjectError } from '../subject/subject-error.ts'
import type { Answers } from './declaration-text.ts'

export interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  /** True if keys are read one at a time, as on a real terminal. */
  terminal?: boolean
}

const usualAddress = 'http://127.0.0.1:8080'

/** Never asks for secrets: they stay outside the file. */
const questions: [keyof Answers, string][] = [
  ['baseUrl', `Address of the server (${usualAddress}): `],
  ['username', 'An account without a second factor (none): '],
  ['mfaUsername', 'An account with a second factor (none): '],
  ['privateTokenOf', 'Whose private token do you have? (nobody’s): '],
  ['accessKeyId', 'keyId of an access key (none): '],
  ['controlUrl', 'Address of a clock control (none): '],
]

/**
 * Asks for the missing values. Pressing Enter takes the value in brackets.
 * @param wrongIn returns what is wrong with an answer, which is then asked for again
 * @throws SubjectError with exit code 130 on Ctrl-C, Ctrl-D, or the end of the input
 */
export async function ask(
  given: Partial<Answers>,
  { input, output, terminal = false }: Terminal,
  wrongIn: (name: keyof Answers, answer: string) => string | undefined,
): Promise<Partial<Answers>> {
  const lines = createInterface({ input, output, terminal })
  const ended = new AbortController()
  lines.once('close', () => ended.abort())
  const answers = { ...given }
  try {
    for (const [name, question] of questions) {
      while (answers[name] === undefined) {
        const answer = (await lines.question(question, { signal: ended.signal })).trim()
        if (answer === '' && name !== 'baseUrl') break
        const taken = answer === '' ? usualAddress : answer
        const wrong = wrongIn(name, taken)
        if (wrong === undefined) answers[name] = taken
        else output.write(`${wrong}\n`)
      }
    }
    return answers
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    output.write('\n')
    throw new SubjectError('interrupted: nothing was written', 130)
  } finally {
    lines.close()
  }
}
