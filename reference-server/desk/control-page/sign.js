import { ask } from './ask.js'
import { element, exact, find, onSubmit } from './elements.js'
import { difference } from './journal.js'

onSubmit('#sign', async ({ keyId, method, target, names, given }) => {
  const body = { keyId, method, target, names: names.trim().split(/\s+/) }
  const { signingString, curl, firstDifference } = await ask(
    'POST',
    'sign',
    given ? { ...body, given } : body,
  )
  find('#signed').replaceChildren(
    element('h3', {}, 'Signing string'),
    exact(signingString, { id: 'signing-string' }),
    ...(firstDifference ? difference(firstDifference) : []),
    ...(firstDifference === null ? [element('p', { className: 'good' }, 'Yours is the same.')] : []),
    element('h3', {}, 'To send'),
    exact(curl, { id: 'curl' }),
  )
})

/** Offers the access keys of these accounts. */
export function offerKeys(accounts) {
  const select = find('#sign [name=keyId]')
  const keys = accounts.flatMap(({ username, keyIds }) => keyIds.map((keyId) => ({ username, keyId })))
  const offered = [...select.options].map(({ value }) => value).join()
  if (offered === keys.map(({ keyId }) => keyId).join()) return
  select.replaceChildren(
    ...keys.map(({ username, keyId }) => element('option', { value: keyId }, `${username}, ${keyId}`)),
  )
}
