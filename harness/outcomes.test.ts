import { expect, test } from 'vitest'
import { BudgetSpent, LeftOut, NotDeclared, NotSupported, SetupFailed, Violation } from './outcomes.ts'

test('a violation says what was wanted and what came', () => {
  const violation = new Violation('a token', 'it answered 500')
  expect(violation).toMatchObject({ wanted: 'a token', got: 'it answered 500' })
  expect(String(violation)).toBe('Violation: expected a token, but it answered 500')
  expect(violation.ifMayList).toBeUndefined()
  expect(new Violation('a list', 'a 403', 'ada').ifMayList).toBe('ada')
})

test('what is not declared says which field would help', () => {
  expect(new NotDeclared('accounts.mfa')).toMatchObject({
    field: 'accounts.mfa',
    message: 'declare accounts.mfa',
  })
  expect(String(new NotDeclared('clock', 'allow it with --slow'))).toBe('NotDeclared: allow it with --slow')
})

test('each outcome has a name of its own; a spent budget is a step that went wrong', () => {
  const outcomes = [new SetupFailed('x'), new BudgetSpent('x'), new LeftOut('x'), new NotSupported('x')]
  expect(outcomes.map(String)).toEqual(['SetupFailed: x', 'BudgetSpent: x', 'LeftOut: x', 'NotSupported: x'])
  expect(outcomes.map((outcome) => outcome instanceof SetupFailed)).toEqual([true, true, false, false])
})
