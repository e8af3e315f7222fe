import { setTimeout as after } from 'node:timers/promises'
import type { Client } from './client.ts'
import { header } from '../../../harness/wire/exchange.ts'
import { isMethod, named, onUse, withHeader, wrap, wrapping } from './defect.ts'
import type { Outgoing } from './http.ts'

/** Requests a list in the background, where there is a credential; it ends before another method is used. */
const requestingAhead =
  (listAnd: (ahead: () => void, list: Client['list']) => Promise<unknown[]>) =>
  (client: Client): void => {
    let underWay: Promise<unknown> = Promise.resolve()
    const ahead = () => {
      const isReady = isMethod(client, 'session')
        ? client.jar.has('sessionid')
        : !isMethod(client, 'token', 'mfa') || client.isGood()
      if (isReady) underWay = client.askForList().catch(() => {})
    }
    wrap(client, 'list', (list) => () => listAnd(ahead, list))
    wrap(client, 'act', (act) => async (operation) => {
      if (operation.op === 'use') await underWay
      return await act(operation)
    })
  }

/** Correct clients that also send requests which no operation asks for. */
export const unaskedVariations = named({
  // Sends the form of the web login again to the page that its answer leads to, as HTTP allows where a redirect has status 302.
  'form-sent-on': wrapping('send', (send, client) => async (request) => {
    const answer = await send(request)
    const url = new URL(header(answer.headers, 'location') ?? '/', request.url)
    const isElsewhere = url.pathname === '/' || url.origin !== new URL(request.url).origin
    if (request.method !== 'POST' || isElsewhere || !isMethod(client, 'session')) return answer
    client.keepCookies(answer)
    client.keepCookies(await send(withHeader({ ...request, url: url.href }, 'Cookie', client.cookies())))
    return { ...answer, headers: [] }
  }),
  'lists-once-more': wrapping('list', (list, client) => async () => {
    const records = await list()
    await client.askForList().catch(() => {})
    return records
  }),
  // Requests each list twice at once, and answers with one of the two.
  'lists-by-two-workers': wrapping('askForList', (ask) => async () => (await Promise.all([ask(), ask()]))[0]),
  // Requests each list three times, by workers that share a connection, and answers with the first.
  'lists-by-workers-in-turn': (client) => {
    let last: Promise<unknown> = Promise.resolve()
    wrap(client, 'send', (send) => (request) => {
      const sent = last.then(() => send(request))
      last = sent.catch(() => {})
      return sent
    })
    wrap(client, 'askForList', (ask) => async () => (await Promise.all([ask(), ask(), ask()]))[0])
  },
  // When the account changes, a list that was requested before is still under way.
  'late-request-of-the-account-before': (client) => {
    let late: { url: string; token: string } | undefined
    wrap(client, 'use', (use) => (method) => {
      const { token } = client
      late = token === undefined ? undefined : { url: client.base() + client.listPath(), token }
      use(method)
    })
    wrap(client, 'list', (list) => async () => {
      if (late && isMethod(client, 'token', 'mfa'))
        await client.send({
          method: 'GET',
          url: late.url,
          headers: [['Authorization', `Bearer ${late.token}`]],
        })
      late = undefined
      return await list()
    })
  },
  // Requests the base URL itself before each list, to see if its token is still valid.
  'requests-the-base-url': wrapping('askForList', (ask, client) => async () => {
    if (!isMethod(client, 'session', 'signature'))
      await client.send(client.authorize({ method: 'GET', url: client.base(), headers: [] }))
    return await ask()
  }),
  // Sends, before each list by a session, one that waited for a connection since the list before.
  'late-list-with-the-cookie-before': (client) => {
    let late: Outgoing | undefined
    onUse(client, () => (late = undefined))
    wrap(client, 'askForList', (ask) => async () => {
      const waited = late
      late = isMethod(client, 'session') ? client.authorize(client.listRequest()) : undefined
      if (waited) {
        const answer = await client.send(waited)
        client.keepCookies(answer)
        if (answer.status === 429) await client.sleep(2100)
      }
      return await ask()
    })
  },
  // Looks after each operation whether the server is there.
  'looks-between-operations': (client) => {
    let looking: Promise<unknown> = Promise.resolve()
    wrap(client, 'act', (act) => async (operation) => {
      await looking
      const reply = await act(operation)
      const url = client.base() + client.listPath()
      // Sent after the reply, so that it falls between two operations or into the next one.
      looking = after(2).then(() => client.send({ method: 'HEAD', url, headers: [] }).catch(() => {}))
      return reply
    })
  },
  // Looks before each list, by a GET without a credential, whether the server is there.
  'gets-without-credential-first': wrapping('askForList', (ask, client) => async () => {
    await client.send(client.listRequest())
    return await ask()
  }),
  // Looks before each list, by a HEAD with a cookie that is no credential, whether the server is there.
  'looks-with-another-cookie-first': wrapping('askForList', (ask, client) => async () => {
    const url = client.base() + client.listPath()
    await client.send({ method: 'HEAD', url, headers: [['Cookie', 'language=de']] }).catch(() => {})
    return await ask()
  }),
  // Answers later lists from a cache, after a look whether the server is there.
  'looks-before-cached-lists': (client) => {
    let kept: unknown[] | undefined
    onUse(client, () => (kept = undefined))
    wrap(client, 'list', (list) => async () => {
      if (kept === undefined) return (kept = await list())
      const url = client.base() + client.listPath()
      await client.send({ method: 'HEAD', url, headers: [] }).catch(() => {})
      return kept
    })
  },
  'requests-the-next-list-ahead': requestingAhead((ahead, list) => list().finally(ahead)),
  // Requests a second list with each but the first.
  'requests-a-list-ahead-at-once': requestingAhead((ahead, list) => {
    ahead()
    return list()
  }),
})
