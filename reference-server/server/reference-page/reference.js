import { signedHeaders } from './signing.js'

const base = new URL('.', import.meta.url)
const description = new URL('openapi.json', base).href

const dark = matchMedia('(prefers-color-scheme: dark)')
const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', showScheme)
showScheme()

const ui = globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: description,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  requestInterceptor: signed,
  responseInterceptor: withToken,
})

/** Signs a request whose credential is `keyId:keySecret`. */
async function signed(request) {
  const [, keyId, keySecret] = /^([^\s:]+):(.+)$/.exec(request.headers?.Authorization ?? '') ?? []
  if (keyId === undefined) return request
  // The server's clock may have been moved.
  const date = (await fetch(description)).headers.get('date') ?? new Date().toUTCString()
  const { pathname, search } = new URL(request.url, base)
  request.headers = {
    accept: 'application/json',
    ...(await signedHeaders(pathname + search, date, { keyId, keySecret })),
  }
  const note = 'A browser may not set the Date header. Run the curl command within five minutes.'
  request.userFetch = () => Promise.reject(new Error(note))
  return request
}

/** Uses the token of a login in the requests that follow. */
function withToken(response) {
  const token = response.body?.token
  if (typeof token === 'string') ui.preauthorizeApiKey('token', token)
  return response
}
