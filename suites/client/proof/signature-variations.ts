import { createHmac } from 'node:crypto'
import { beforeSigning, changeAuthorization } from './defect.ts'
import { legal, type ClientVariation } from './variation.ts'

/** Correct clients that sign in another way. */
export const signatureVariations: readonly ClientVariation[] = [
  legal(
    'parameters-of-its-own',
    'Sends parameters with a hyphen in their name, and with quotes in their value.',
    (client) =>
      changeAuthorization(
        client,
        ['signature'],
        (value) => `${value},x-client="a b",realm="the \\"users\\""`,
      ),
  ),
  legal('seconds-of-its-own', 'Keeps a clock whose seconds begin when it first signs.', (client) => {
    let behindMs: number | undefined
    client.date = () => {
      behindMs ??= client.now() % 1000
      return new Date(client.now() - behindMs).toUTCString()
    }
  }),
  legal('signs-a-header-in-utf8', 'Signs a header in UTF-8, as it sends it.', (client) => {
    client.signedNames = () => ['(request-target)', 'accept', 'date', 'x-name']
    // Node sends each character as one byte. The last one looks like a space that must not be broken.
    beforeSigning(client, ['X-Name', Buffer.from('Zoë à').toString('latin1')])
    client.signature = (text) =>
      createHmac('sha256', client.env['CONFORMANCE_KEY_SECRET'] ?? '')
        .update(text, 'latin1')
        .digest('base64')
  }),
]
