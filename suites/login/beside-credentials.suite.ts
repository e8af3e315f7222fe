// Wrong passwords beside another credential of the same user: it does not replace the password.

import type { Tools } from '../../harness/engine/case/tools.ts'
import { families } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { rejectedLogin } from '../case/pair.ts'
import { methods } from '../users/methods.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'
import { ifObtained } from '../case/if-obtained.ts'

/** None of the credentials sent beside a login depends on the request. */
const anyRequest = { method: 'POST', target: '', host: '', accept: '', date: '' }

// A server may take the owner of such a credential for logged in, and issue a token without looking at the body.
for (const family of families) {
  for (const [name, needs, credential, rule] of methods) {
    if (rule === 'signature.accepted') continue
    // Other rules judge whether a session can be obtained.
    const headersOf = async (tools: Tools) => {
      const held = await ifObtained(() => credential(tools))
      if (!held) throw new NotSupported(`${name} can’t be obtained`)
      return held.fields(anyRequest)
    }

    rejectedLogin(
      'login.wrong-password',
      `beside ${name} of the user, on ${family}`,
      { needs: ['account', ...needs], changed: 'the password' },
      async (tools) => {
        const { account } = tools
        const headers = await headersOf(tools)
        const wrong = { ...account, password: wrongPassword(account.password, 'wrong') }
        return { valid: account, way: { family }, invalid: [[`beside ${name}`, wrong, { headers }]] }
      },
    )

    rejectedLogin(
      'login.missing-field',
      `beside ${name} of the user, on ${family}`,
      { needs: ['account', ...needs], changed: 'the fields' },
      async (tools) => {
        const { account } = tools
        const headers = await headersOf(tools)
        return {
          valid: account,
          way: { family },
          invalid: [
            ['without password', account, { fields: { username: account.username }, headers }],
            ['without fields', account, { fields: {}, headers }],
          ],
        }
      },
    )
  }
}
