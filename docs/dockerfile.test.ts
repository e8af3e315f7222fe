import { readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')

test('the linter finds nothing in the Dockerfile, and would', () => {
  expect(validate(dockerfile)).toEqual([])
  expect(validate(dockerfile.replace('WORKDIR /app', 'WORKDIR app'))).not.toEqual([])
  expect(validate(dockerfile.replace('USER node', 'USR node'))).not.toEqual([])
})

test('it runs as an ordinary user and has a health check', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '))
  expect(last).toMatch(/^USER node$/m)
  expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('ENTRYPOINT'))
  expect(last).toMatch(/^HEALTHCHECK /m)
})
