import { expect, test } from 'vitest'
import { pastProxies } from './past-proxies.ts'

test('a client that is told a proxy does not use it for our ports', () => {
  const all = '127.0.0.1,localhost'
  expect(pastProxies({ HTTP_PROXY: 'http://proxy' })).toMatchObject({ no_proxy: all, NO_PROXY: all })
  expect(pastProxies({ all_proxy: 'http://proxy', NO_PROXY: '.example' })).toMatchObject({
    all_proxy: 'http://proxy',
    no_proxy: `.example,${all}`,
  })
})

test('an environment without a proxy stays as it is', () => {
  expect(pastProxies({ A: 'b', http_proxy: '' })).toEqual({ A: 'b', http_proxy: '' })
})
