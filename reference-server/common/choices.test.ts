import { expect, test } from 'vitest'
import { createAnswers } from '../server/answers.ts'
import { createPaths } from '../server/paths.ts'
import { Problem } from '../server/problems.ts'
import { createChoices, someAccount, someCall, stillClock } from '../testing/fixture.ts'
import { createSessions } from '../domain/sessions.ts'

// The server follows its choices: a choice that nothing reads would be misleading.
test('bodies: fields of a user, the place of the list, fields of a rejection', () => {
  const choices = createChoices()
  choices.userFields = ['username']
  choices.listField = 'results'
  choices.rejectionFields = { word: 'code', sentence: 'detail' }
  const { user, users, rejection } = createAnswers(choices)
  const call = someCall()

  expect(users([user(someAccount, call)], someAccount, call)).toEqual({ results: [{ username: 'mia' }] })
  expect(rejection(new Problem('malformed', 'no'), call)).toEqual({ code: 'malformed', detail: 'no' })
})

test('paths that are not shown', () => {
  const choices = createChoices()
  choices.newerSecondStepPath = '/second/'
  choices.webLoginPath = '/login/'

  expect(createPaths(choices)).toMatchObject({ secondStep: { v1: '/second/' }, webLogin: '/login/' })
})

test('the length of a session ID', () => {
  const choices = { ...createChoices(), sessionBytes: 3 }
  const { start } = createSessions(choices, stillClock(), (count) => Buffer.alloc(count))

  expect(start(undefined)).toMatchObject({ id: 'AAAA', csrfToken: 'AAAA' })
})
