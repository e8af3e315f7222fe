import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDeferred } from '../../subject/process/deferred.ts'
import { learnSubject, tellSubject, type Address } from './subject-channel.ts'

const told = (subject: Promise<Address>): string => {
  const name = randomUUID()
  tellSubject(name, subject)
  return name
}

const address = { baseUrl: 'http://127.0.0.1:1', controlUrl: null }

test('a running subject is told to anyone who asks, and only while it runs', async () => {
  const started = { ...address, stop: () => {} }

  expect(await learnSubject(told(Promise.resolve(started)))).toEqual(address)
})

test('one that still starts is waited for', async () => {
  const starting = createDeferred<Address>()
  const learned = learnSubject(told(starting.promise))
  await new Promise((resolve) => setImmediate(resolve))
  starting.resolve(address)

  expect(await learned).toEqual(address)
})

test('where there is none, nobody waits for it', async () => {
  const failed = Promise.reject<Address>(new Error('it does not start'))
  expect(await learnSubject(told(failed))).toBeNull()
})

test('two runs in one process have subjects of their own', async () => {
  const other = { baseUrl: 'http://127.0.0.1:2', controlUrl: 'http://127.0.0.1:3' }
  const channels = [address, other].map((one) => told(Promise.resolve(one)))

  expect(await Promise.all(channels.map(learnSubject))).toEqual([address, other])
})
