import { expect, test } from 'vitest'
import { runAsCase } from '../../run/current-case.ts'
import { header } from '../../wire/exchange.ts'
import { shownListWithHost, signature, type Credential } from '../credentials/credentials.ts'
import { notListed } from '../grants.ts'
import { adasKey, users } from '../testing/accounts.ts'
import { route } from '../testing/paths.ts'
import { createTestClient, type Reply } from '../testing/test-client.ts'

const plain = signature(adasKey)
const overHost = signature(adasKey, { list: shownListWithHost })
const overOtherHost = signature(adasKey, {
  list: shownListWithHost,
  fields: [['Host', 'other.example']],
  signed: { host: 'other.example' },
})
const hint =
  '; or a proxy in front of the server changes the Host header, which was signed: let it forward Host as sent, with its port'

test('a proxy may have changed the Host header that was signed, until such a signature was accepted', async () => {
  let isForwarded = false
  const client = createTestClient(
    {
      [route.list]: ({ headers }): Reply =>
        header(headers, 'authorization')?.includes(' host"') && !isForwarded
          ? { status: 401 }
          : { json: users },
    },
    { declared: { accessKeys: [adasKey] } },
  )
  client.run.lists.read('users-v1', users)
  const said = (credential: Credential) =>
    runAsCase({ ...client, id: 'a case' }, async () => {
      const reason = notListed(await client.api.list('users-v1', credential))
      return reason instanceof Error ? reason.message : 'listed'
    })
  expect(await said(overHost)).toMatch(/; or the declared accessKeys\[0\] is wrong: run conformance doctor$/)
  expect(await said(plain)).toBe('listed')
  expect(await said(overHost)).toContain(hint)
  // nginx's `$host` is as sent if that has no port.
  isForwarded = true
  expect(await said(overOtherHost)).toBe('listed')
  isForwarded = false
  expect(await said(overHost)).toContain(hint)
  isForwarded = true
  expect(await said(overHost)).toBe('listed')
  isForwarded = false
  expect(await said(overHost)).not.toContain(hint)
})
