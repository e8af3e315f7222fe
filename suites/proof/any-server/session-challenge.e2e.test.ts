import { expect, test } from 'vitest'
import { judge } from './testing/conformance.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

/** Judges a model of a current real server, with or without a planted defect. */
async function judged(...defects: string[]) {
  const server = await startReference(
    '--variation',
    'jumpserver-3.10',
    ...defects.flatMap((name) => ['--defect', name]),
  )
  const declaration = {
    ...declared(server),
    pathFamilies: ['v1'],
    session: false,
    mfaFlow: 'session-challenge',
  }
  return await judge(declaration, ['--only', 'mfa', 'token.bearer'])
}

const ofAnySecondStep = [
  'mfa.newer-family-two-steps',
  'mfa.wrong-password-no-challenge',
  'mfa.challenge-opens-nothing',
  'mfa.wrong-code',
  'mfa.old-code-refused',
]

test('where a session keeps the challenge, what holds for any second step is judged, and nothing about seeds', async () => {
  const { verdict, having } = await judged()

  for (const id of ofAnySecondStep) expect(verdict(id), id).toBe('pass')
  expect(having('not-applicable')).toEqual(
    expect.arrayContaining([
      'mfa.challenge-shape',
      'mfa.wrong-seed',
      'mfa.seed-one-time',
      'mfa.seed-fresh',
      'mfa.seed-per-account',
      'mfa.other-accounts-seed',
    ]),
  )
  expect(having('fail')).toEqual([])
  expect(having('inconclusive')).toEqual([])
})

test.each([
  ['code-any', 'mfa.wrong-code'],
  ['mfa-skipped-on-newer-family', 'mfa.newer-family-two-steps'],
])('the defect %s fails %s there too', async (defect, requirement) => {
  const { verdict, exitCode } = await judged(defect)

  expect(verdict(requirement)).toBe('fail')
  expect(exitCode).toBe(1)
})
