import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { declarationText } from './declaration-text.ts'
import type { Probed } from './probe.ts'

const probed: Probed = {
  families: ['v1'],
  partFamilies: [],
  aheadSeconds: 0,
  redirects: [],
  login: undefined,
  referencePage: undefined,
}
const baseUrl = 'http://one.example'

/** Returns the declaration for a login page whose fields have these names. */
function declared(usernameField: string, csrfField?: string): Record<string, unknown> {
  const login = {
    url: '/login/',
    usernameField,
    passwordField: 'password',
    csrfField,
    csrfCookie: undefined,
  }
  const text = declarationText({ baseUrl, username: 'ada' }, { ...probed, login }, 'schema.json')
  return parse(text) as Record<string, unknown>
}

test('a login page adds no command to the declaration by line breaks in the names of its fields', () => {
  const name = '\nstart:\n  command: touch owned\n  env:'
  const csrf = 'csrf\n\n  command: touch owned\n'
  const declaration = declared(name, csrf)

  expect(declaration).not.toHaveProperty('start')
  expect(declaration['session']).toEqual({
    login: { url: '/login/', usernameField: name, passwordField: 'password', csrfField: csrf },
  })
})

test('a login page reads no environment variable by the names of its fields', () => {
  expect(declared('${HOME}')['session']).toMatchObject({ login: { usernameField: '$${HOME}' } })
})

test('where no path of the API was found, it says what the base URL has to be', () => {
  const written = (found: Partial<Probed>) =>
    declarationText({ baseUrl }, { ...probed, ...found }, 'schema.json')
  expect(written({ families: [] })).toContain('# Seen: no path of the API: baseUrl has to be')
  expect(written({ families: ['v1'] })).not.toContain('no path of the API')
  expect(written({ families: [], partFamilies: ['v1'] })).not.toContain('no path of the API')
})

test('what is seen shows no escape sequences', () => {
  const text = declarationText(
    { baseUrl },
    { ...probed, redirects: ['/a (308) to /b\u009b31m'] },
    'schema.json',
  )
  expect(text).toContain(String.raw`# Seen: a redirect of /a (308) to /b\u{9b}31m`)
})
