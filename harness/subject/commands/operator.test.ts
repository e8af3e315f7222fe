import { describe, expect, test } from 'vitest'
import { tokenCandidates } from './operator.ts'

describe('a token is found in what a command prints', () => {
  test.for<[what: string, stdout: string, candidates: string[]]>([
    ['alone', 'e47af8a3d267bf87\n', ['e47af8a3d267bf87']],
    ['alone, without a digit', 'pt_AbCdEfGh\n', ['pt_AbCdEfGh']],
    ['alone, of digits', '1234567890\n', ['1234567890']],
    ['alone, in colour', '\u001B[1mpt_AbCdEfGh\u001B[0m\n', ['pt_AbCdEfGh']],
    ['behind a label', 'Token:pt7AbCdEf\n', ['pt7AbCdEf', 'Token:pt7AbCdEf']],
    ['in JSON', '{"token":"pt7AbCdEf"}', ['pt7AbCdEf']],
    ['in a sentence', 'The token of "ada" is pt7AbCdEf.', ['pt7AbCdEf']],
    ['in a sentence, of letters with a sign', 'The token of "ada" is token~abcdefghi.', ['token~abcdefghi']],
  ])('%s', ([, stdout, candidates]) => expect(tokenCandidates(stdout)).toEqual(candidates))

  test.for([
    '',
    'done',
    'Created',
    'Successfully!',
    'The token was created',
    'successfully',
    'Sent to ada@example.org',
  ])('but not in "%s"', (stdout) => expect(tokenCandidates(stdout)).toEqual([]))
})
