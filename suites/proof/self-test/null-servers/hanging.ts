import type { NullServer } from './null-server.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { jsonIn } from '../../../../harness/wire/shown/json-in.ts'
import { everything, loginPage, withBody } from './stub-answers.ts'

interface Asked {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** How much of an answer arrives: nothing, its head, or half of its body. */
type Stall = 'nothing' | 'head' | 'half'

const isLogin = ({ path }: Asked) => /^\/api\/(users\/v1|v1\/authentication)\/auth\/$/.test(path)
const isForm = ({ headers }: Asked) => /form-urlencoded/.test(headers['content-type'] ?? '')
const isList = ({ method, path }: Asked) => method === 'GET' && path.endsWith('/users/')
const scheme = ({ headers }: Asked) => headers.authorization?.split(' ')[0]?.toLowerCase()
const knownSchemes = ['bearer', 'token', 'signature']
const isShown = (asked: Asked) => scheme(asked) !== undefined || asked.headers.cookie !== undefined
const isPage = ({ path }: Asked) => /docs/.test(path)
const hasJson = ({ body }: Asked) => Boolean(jsonIn(body))

/** Servers that let in everyone with any credential, and never answer one kind of request. */
export const hangingServers: readonly NullServer[] = [
  ...(['users-v1', 'v1'] as const).flatMap((family) =>
    [false, true].map((asForm) =>
      hanging(
        `a login as ${asForm ? 'form' : 'JSON'} on ${family}`,
        (asked) =>
          isLogin(asked) && isForm(asked) === asForm && asked.path.includes('users') === (family !== 'v1'),
      ),
    ),
  ),
  hanging('a list without credentials', (asked) => isList(asked) && !isShown(asked)),
  hanging('the newer path family', ({ path }) => path.startsWith('/api/v1/')),
  hanging('any POST', ({ method }) => method === 'POST'),
  hanging('a second step', ({ path }) => path.includes('otp')),
  ...knownSchemes.map((word) =>
    hanging(`a list with ${word}`, (asked) => isList(asked) && scheme(asked) === word),
  ),
  hanging('a list with a cookie', (asked) => isList(asked) && asked.headers.cookie !== undefined),
  hanging('a reference page', isPage),
  hanging('the page of the web login', ({ method, path }) => method === 'GET' && path === '/login/'),
  hanging('the web login', ({ method, path }) => method === 'POST' && path === '/login/'),
  hanging('a body that is junk', (asked) => asked.method === 'POST' && !isForm(asked) && !hasJson(asked)),
  hanging('a large body', ({ body }) => body.length > 8_000),
  hanging(
    'an unknown scheme',
    (asked) => scheme(asked) !== undefined && !knownSchemes.includes(scheme(asked) ?? ''),
  ),
  hanging('a list, after its head', (asked) => isList(asked) && scheme(asked) !== undefined, 'head'),
  hanging('a list, in its body', (asked) => isList(asked) && scheme(asked) !== undefined, 'half'),
  hanging('a login, in its body', isLogin, 'half'),
]

function hanging(what: string, hangs: (asked: Asked) => boolean, stall: Stall = 'nothing'): NullServer {
  return {
    name: `hangs-on-${what.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`,
    exitCodes: { declared: 1, undeclared: 3 },
    hangs: { limits: { timeoutMs: 2000, failedLogins: 0, failedLoginsPerAccount: 0 } },
    create: () =>
      createServer((request, response) => {
        withBody(request, (sent) => {
          const { method = '', url = '', headers } = request
          const asked = { method, path: url.split('?')[0] ?? '', headers, body: sent.toString('latin1') }
          answer(asked, response, hangs(asked) ? stall : undefined)
        })
      }),
  }
}

function answer(asked: Asked, response: ServerResponse, stall: Stall | undefined): void {
  if (stall === 'nothing') return
  const isOpen = isLogin(asked) || asked.path.includes('otp') || (isList(asked) && isShown(asked))
  const isHtml = isPage(asked) || asked.path === '/login/'
  const body = isHtml ? loginPage : JSON.stringify(isOpen ? everything : { detail: 'no' })
  response.writeHead(isHtml || isOpen ? 200 : 401, {
    'content-type': isHtml ? 'text/html' : 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(asked.path === '/login/' && {
      'set-cookie': ['sessionid=s3551on; Path=/', 'csrftoken=c5rf; Path=/'],
    }),
  })
  if (stall === 'head') return response.flushHeaders()
  if (stall === 'half') return void response.write(body.slice(0, body.length / 2))
  response.end(body)
}
