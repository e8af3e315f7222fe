import { expect, test } from 'vitest'
import { AskedToWait, SetupFailed } from '../../harness/outcomes.ts'
import { ifObtained } from './if-obtained.ts'

test('what is not available is left out, but what comes later is waited for', async () => {
  expect(await ifObtained(async () => 'a cookie')).toBe('a cookie')
  expect(await ifObtained(() => Promise.reject(new SetupFailed('rejected')))).toBeUndefined()
  const later = new AskedToWait('answered 429')
  await expect(ifObtained(() => Promise.reject(later))).rejects.toBe(later)
  const fault = new TypeError('ours')
  await expect(ifObtained(() => Promise.reject(fault))).rejects.toBe(fault)
})
