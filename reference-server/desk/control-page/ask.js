import { find } from './elements.js'

/** From the address, behind #token=, or typed in; kept as long as the tab. */
const name = 'control-token'
const given = new URLSearchParams(location.hash.slice(1)).get('token')
if (given !== null) {
  sessionStorage.setItem(name, given)
  history.replaceState(undefined, '', location.pathname)
}

export function useToken(token) {
  sessionStorage.setItem(name, token)
  find('#token').hidden = true
}

/** Asks the control port. Throws an Error whose message is for people. */
export async function ask(method, path, body) {
  const token = sessionStorage.getItem(name)
  const response = await fetch(path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error('The control port does not answer. Is the server still running?')
  })
  const answer = await response.json()
  if (response.ok) return answer
  if (response.status === 401) {
    find('#token').hidden = false
    throw new Error('The control port needs its token.')
  }
  throw new Error(answer.msg)
}
