import { keepCookies, type Jar } from './cookies.ts'
import { Failure } from './failure.ts'
import type { Incoming, Outgoing } from './http.ts'

/** The parts of a client that the web login needs. */
interface Visitor {
  env: Readonly<Record<string, string>>
  jar: Jar
  account(): { username: string; password: string }
  send(request: Outgoing): Promise<Incoming>
}

/** Logs in as a browser does: loads the page, then submits its form. */
export async function logInByPage(client: Visitor): Promise<void> {
  const url = client.env['CONFORMANCE_LOGIN_PAGE'] ?? ''
  const cookies = () => [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const page = await client.send({ method: 'GET', url, headers: [['Accept', 'text/html']] })
  keepCookies(client.jar, page)
  const [, token = ''] = /name="csrfmiddlewaretoken"\s+value="([^"]*)"/.exec(page.body) ?? []
  const { username, password } = client.account()
  const form = new URLSearchParams({ username, password, csrfmiddlewaretoken: token })
  const answer = await client.send({
    method: 'POST',
    url,
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Cookie', cookies()],
    ],
    body: form.toString(),
  })
  keepCookies(client.jar, answer)
  if (!client.jar.has('sessionid')) throw new Failure(`the web login was rejected (${answer.status})`)
}
