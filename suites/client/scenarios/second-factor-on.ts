import { listPath, loginPath } from '../../../harness/facts/families.ts'
import type { Scenario } from '../../../harness/client-judge/played.ts'
import type { Disturbance } from '../../../harness/client-judge/proxy.ts'
import { answer } from './answers.ts'
import { useAndList } from './plain.ts'
import type { Recorded } from '../../../harness/client-judge/recorded.ts'
import { header } from '../../../harness/wire/exchange.ts'

const said = (what: string, body: object): Disturbance => ({
  what,
  answer: answer(200, JSON.stringify(body)),
})

/**
 * The proxy answers the first login and its list, as if the account had no second factor. That token is worthless
 * afterwards.
 */
export const secondFactorOn: Scenario = {
  name: 'second-factor-on',
  title: 'The account gets a second factor between two logins.',
  method: 'mfa',
  async play(stage) {
    const { played, random } = stage
    const token = random.word(32)
    const users = (played.identities.usernames ?? []).map((username, id) => ({ id, username }))
    stage.disturb(({ request }: Recorded) => {
      const path = request.target.split('?')[0] ?? ''
      const isLogin = request.method === 'POST' && Object.values(loginPath).includes(path)
      if (isLogin) return said('a login without a second factor', { token })
      const isList = request.method === 'GET' && Object.values(listPath).includes(path)
      const isShown = header(request.headers, 'authorization')?.endsWith(` ${token}`)
      return isList && isShown ? said('the list', users) : undefined
    })
    await useAndList(stage, 'mfa')
    stage.disturb(undefined)
    await stage.list()
  },
}
