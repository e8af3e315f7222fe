import { expect, test } from 'vitest'
import { explain } from './explain.ts'

test.each(['ENOSPC', 'EDQUOT'])("a full disk is the operator's (%s), and has no stack", (code) => {
  const { message, exitCode } = explain(Object.assign(new Error(`${code}: no space left, write`), { code }))
  expect([message, exitCode]).toEqual([
    `the data folder is full: ${code}: no space left, write; make room, or give another --data`,
    2,
  ])
})

test('a host that the machine does not have is named', () => {
  const unknown = Object.assign(new Error('getaddrinfo EINVAL a.b'), { code: 'EINVAL', hostname: 'a.b' })
  expect(explain(unknown)).toEqual({ message: 'this machine has no address "a.b"; fix --host', exitCode: 2 })
})
