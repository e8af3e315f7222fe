import { expect, test } from 'vitest'
import { judge } from './testing/conformance.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

test('a server that locks accounts out is not failed for it, even where no limits are kept', async () => {
  const { url, control } = await startReference('--variation', 'jumpserver-1.4', '--server-version', '1.4.8')
  const { verdict, having } = await judge(
    {
      ...declared({ url, control }),
      pathFamilies: ['users-v1'],
      accessKeys: false,
      session: { login: { url: '/users/login/' } },
      limits: { failedLogins: 0, failedLoginsPerAccount: 0 },
    },
    ['--only', 'login', 'session'],
  )

  expect(verdict('login.wrong-password')).toBe('inconclusive')
  expect(having('fail')).toEqual([])
})
