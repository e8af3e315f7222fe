import { createHmac } from 'node:crypto'
import { header } from '../../../harness/wire/exchange.ts'
import { beforeSigning, changeAuthorization, listing, named, several, wrap, wrapping } from './defect.ts'

/** Correct clients that sign in another way. */
export const signatureVariations = named({
  // Sends parameters with a hyphen in their name, and with quotes in their value.
  'parameters-of-its-own': changeAuthorization(
    ['signature'],
    (value) => `${value},x-client="a b",realm="the \\"users\\""`,
  ),
  // Keeps a clock whose seconds begin when it first signs.
  'seconds-of-its-own': wrapping('date', (_, { now }) => {
    let behindMs: number | undefined
    return () => new Date(now() - (behindMs ??= now() % 1000)).toUTCString()
  }),
  // Requests each list twice at once, and learns from the Date of an answer that its clock is more than ten seconds off.
  'clock-of-the-last-answer': (client) => {
    client.advance = () => {}
    wrap(client, 'askForList', (ask) => async () => (await Promise.all([ask(), ask()]))[0])
    wrap(client, 'send', (send) => async (request) => {
      const answer = await send(request)
      const aheadMs = Date.parse(header(answer.headers, 'date') ?? '') - client.now()
      if (Math.abs(aheadMs) > 10_000) client.aheadSeconds += Math.round(aheadMs / 1000)
      return answer
    })
  },
  'signs-a-header-in-utf8': several(
    listing('(request-target)', 'accept', 'date', 'x-name'),
    // Node sends each character as one byte. The last one looks like a space that must not be broken.
    beforeSigning(['X-Name', Buffer.from('Zoë à').toString('latin1')]),
    wrapping(
      'signature',
      (_, client) => (text) =>
        createHmac('sha256', client.variable('KEY_SECRET')).update(text, 'latin1').digest('base64'),
    ),
  ),
})
