import { extending } from '../legal.ts'
import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import { type Apply, type Defect, ofEach, wrappingOn } from '../change.ts'
import { addRoute } from '../../server/routes/route.ts'
import { breaking, must } from '../shared/breach.ts'
import { letIn, listAt } from '../users/list-lookups.ts'

const noCredentials = breaking(must('anonymous.no-credentials'))

/** Lists that open to requests without credentials which ask in an unusual way, or come with the headers of a proxy. */
export const otherWayDefects: Record<string, Defect> = {
  'list-open-as-any-type-on-older-list': noCredentials(
    'The older list checks credentials in its JSON view, and has another one for every other type.',
    letIn('users-v1', (call) => headerValues(call, 'accept').includes('*/*')),
  ),
  'list-open-as-csv-on-newer-list': noCredentials(
    'The newer list as CSV counts as an export, and needs no credentials.',
    letIn('v1', (call) => headerValues(call, 'accept').includes('text/csv')),
  ),
  'list-open-with-callback-on-older-list': noCredentials(
    'The older list needs no credentials if the query names a callback.',
    letIn('users-v1', ({ target }) => target.includes('callback=')),
  ),
  'list-open-to-forwarded-for-itself-on-older-list': noCredentials(
    'A request whose Forwarded header names the server itself gets the older list.',
    letIn('users-v1', (call) => headerValues(call, 'forwarded').includes('for=127.0.0.1')),
  ),
  'list-open-as-xml-on-older-list': noCredentials(
    'The older list as XML is an old view, which needs no credentials.',
    letIn('users-v1', (call) => headerValues(call, 'accept').includes('application/xml')),
  ),
  'list-open-to-checked-certificate-on-newer-list': noCredentials(
    'The newer list trusts X-SSL-Client-Verify, which only a proxy should set.',
    letIn('v1', (call) => headerValues(call, 'x-ssl-client-verify').includes('SUCCESS')),
  ),
  'lists-open-in-debugger': noCredentials(
    'A request with X-Debug gets the lists.',
    letInToBoth((call) => headerValues(call, 'x-debug').length > 0),
  ),
  ...ofEach(['remote-user', 'x-auth-request-user', 'x-consumer-username'] as const, (header, at) => [
    `list-open-to-user-in-${header}`,
    noCredentials(
      `The ${at === 0 ? 'newer' : 'older'} list trusts a username in ${header}, which only a proxy should set.`,
      letIn(at === 0 ? 'v1' : 'users-v1', (call) => headerValues(call, header).length > 0),
    ),
  ]),
  'lists-open-to-user-id-of-proxy': noCredentials(
    'The lists trust a username in X-User-Id, which only a proxy should set.',
    letInToBoth((call) => headerValues(call, 'x-user-id').length > 0),
  ),
  'lists-open-to-address-of-cloudflare': noCredentials(
    'A request whose CF-Connecting-IP names the server itself gets the lists.',
    letInToBoth((call) => headerValues(call, 'cf-connecting-ip').includes('127.0.0.1')),
  ),
  'list-open-to-user-in-cookie-on-older-list': noCredentials(
    'The older list takes the username in the cookie username for that of a logged-in user.',
    wrappingOn('users-v1', 'authenticate', (of, parts) => (call) => {
      const name = cookieValue(call, 'username')
      return name === undefined ? of(call) : parts.accounts.find(name)
    }),
  ),
  'list-open-to-user-in-query-on-newer-list': noCredentials(
    'The newer list takes the username in the query for that of a logged-in user.',
    letIn('v1', ({ target }) => /[?&]username=/.test(target)),
  ),
  'list-open-to-any-api-key-on-older-list': noCredentials(
    'The older list takes any X-API-Key for one that a gateway has checked.',
    letIn('users-v1', (call) => headerValues(call, 'x-api-key').length > 0),
  ),
  'list-open-to-any-access-token-on-newer-list': noCredentials(
    'The newer list takes any access_token in the query for one that a gateway has checked.',
    letIn('v1', ({ target }) => target.includes('access_token=')),
    { blocks: ['token.void-after-hour'] },
  ),
  'list-open-to-preflights-on-older-list': noCredentials(
    'The older list takes every request with Access-Control-Request-Method for a preflight.',
    letIn('users-v1', (call) => headerValues(call, 'access-control-request-method').length > 0),
  ),
  'list-open-to-overridden-method-on-older-list': noCredentials(
    'The older list checks the method that X-HTTP-Method-Override names, and OPTIONS needs no credentials.',
    letIn('users-v1', (call) => headerValues(call, 'x-http-method-override').includes('OPTIONS')),
  ),
  'list-open-to-subrequests-on-newer-list': noCredentials(
    'The newer list takes every request with X-Middleware-Subrequest for one of the server to itself.',
    letIn('v1', (call) => headerValues(call, 'x-middleware-subrequest').length > 0),
  ),
  'list-open-with-parameter-in-path-on-newer-list': noCredentials(
    'The newer list is found whatever path parameters there are, but needs credentials only without.',
    listAt('v1', ({ list }) => list.v1.replace('/v1/', '/v1;a=b/')),
  ),
  'list-open-to-network-of-server-on-older-list': noCredentials(
    'A request whose X-Forwarded-For is an address of the private network gets the older list.',
    letIn('users-v1', (call) => headerValues(call, 'x-forwarded-for').some((one) => one.startsWith('10.'))),
  ),
  'list-open-to-user-of-platform-on-older-list': noCredentials(
    'The older list trusts a username in X-MS-Client-Principal-Name, which only the platform should set.',
    letIn('users-v1', (call) => headerValues(call, 'x-ms-client-principal-name').length > 0),
  ),
  'list-open-to-search-on-older-list': noCredentials(
    'The older list needs no credentials if the query has a word to search for.',
    letIn('users-v1', ({ target }) => /[?&]search=./.test(target)),
  ),
  'list-open-to-debugging-on-newer-list': noCredentials(
    'The newer list needs no credentials if the query asks for debugging.',
    letIn('v1', ({ target }) => /[?&]debug=1/.test(target)),
  ),
  'list-open-to-own-pages-on-older-list': noCredentials(
    'The older list takes a Referer of the server for a page that asked for credentials.',
    letIn('users-v1', (call) => {
      const [from = ''] = headerValues(call, 'referer')
      return URL.canParse(from) && headerValues(call, 'host').includes(new URL(from).host)
    }),
  ),
  'list-open-to-health-checks-on-newer-list': noCredentials(
    'The newer list is used as a health check of the load balancer, which needs no credentials.',
    letIn('v1', (call) => headerValues(call, 'user-agent').some((one) => one.includes('ELB-HealthChecker/'))),
  ),
  'list-open-to-role-in-cookie-on-newer-list': noCredentials(
    'The newer list trusts a cookie that says what role the caller has.',
    wrappingOn('v1', 'authenticate', (of, parts) => (call) => {
      return cookieValue(call, 'role') === 'admin' ? parts.accounts.all()[0] : of(call)
    }),
  ),
  'list-open-to-forwarded-login-on-newer-list': noCredentials(
    'The newer list checks the path that X-Forwarded-Uri names, and the login needs no credentials.',
    letIn('v1', (call) => headerValues(call, 'x-forwarded-uri').some((one) => one.includes('/auth/'))),
  ),
  'list-open-under-another-path-on-older-list': noCredentials(
    'The start page needs no credentials, even if X-Original-URL turns it into the older list.',
    extending((app, parts) => {
      addRoute(app, parts, {
        method: 'GET',
        path: '/',
        operation: 'list',
        family: 'users-v1',
        handler(call) {
          const isList = headerValues(call, 'x-original-url').includes(parts.paths.list['users-v1'])
          return isList ? parts.accounts.all().map((account) => parts.answers.user(account, call)) : {}
        },
      })
    }),
  ),
}

function letInToBoth(which: (call: Call) => boolean): Apply {
  return (parts) => {
    for (const family of ['users-v1', 'v1'] as const) letIn(family, which)(parts)
  }
}
