import { shownList, shownListWithHost, signature } from '../../harness/client/credentials/credentials.ts'
import { httpDate } from '../../harness/ledgers/signature-dates.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { observation } from '../measuring/observe.ts'
import { crafted, respelled } from './crafted.ts'
import { isAccepted, validOneIsAccepted, tryAll } from './observed-requests.ts'

observation('observe.signing-string', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  await validOneIsAccepted({ api, accessKey })
  return await tryAll({ api, accessKey, run }, [
    ['the form of draft-cavage-http-signatures-08', crafted(accessKey, {})],
    ['a line break after the last line', crafted(accessKey, { text: (text) => `${text}\n` })],
    ['the method in upper case', crafted(accessKey, { text: (text) => text.replace(': get ', ': GET ') })],
    ['no space after the colons', crafted(accessKey, { text: (text) => text.replaceAll(': ', ':') })],
    ['values without their names', crafted(accessKey, { text: (text) => text.replaceAll(/^[^:]*: /gm, '') })],
  ])
})

observation('observe.headers-required', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  const without = (name: string) => shownListWithHost.filter((one) => one !== name)
  const lists: [string, readonly string[]][] = [
    ['without (request-target)', without('(request-target)')],
    ['without accept', without('accept')],
    ['without date', without('date')],
    ['without host', shownList],
    ['(request-target) and date alone', ['(request-target)', 'date']],
    ['date alone', ['date']],
    ['(request-target) alone', ['(request-target)']],
  ]
  return await tryAll(
    { api, accessKey, run },
    lists.map(([what, list]) => [what, signature(accessKey, { list })] as const),
  )
})

observation('observe.headers-absent', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  const created = Math.floor(run.clock.now() / 1000)
  const date = await isAccepted({ api }, signature(accessKey, { list: ['date'], listed: null }))
  const target = await isAccepted({ api }, signature(accessKey, { listed: null }))
  const options = {
    list: ['(created)'],
    listed: null,
    signed: { '(created)': `${created}` },
    parameters: `,created=${created}`,
  }
  const time = await isAccepted({ api }, signature(accessKey, options))
  await validOneIsAccepted({ api, accessKey })
  const meant = [
    ...(date ? ['the date alone is signed'] : []),
    ...(target ? ['target, accept and date are signed'] : []),
    ...(time ? ['(created) alone is signed'] : []),
  ]
  return meant.length === 0 ? 'it is rejected' : meant.join('; ')
})

observation('observe.header-list-case', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  const upper = shownList.map((name) => name.toUpperCase())
  const title = ['(request-target)', 'Accept', 'Date']
  return await tryAll({ api, accessKey, run }, [
    ['Accept and Date', signature(accessKey, { listed: title })],
    ['all in upper case', signature(accessKey, { listed: upper })],
  ])
})

observation('observe.rsa-sha256-label', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  return await tryAll({ api, accessKey, run }, [
    ['HMAC-SHA256 as rsa-sha256', crafted(accessKey, { algorithm: 'rsa-sha256' })],
  ])
})

observation('observe.algorithms', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  return await tryAll({ api, accessKey, run }, [
    ['hmac-sha256', crafted(accessKey, {})],
    ['hmac-sha1', crafted(accessKey, { hash: 'sha1', algorithm: 'hmac-sha1' })],
    ['hmac-sha512', crafted(accessKey, { hash: 'sha512', algorithm: 'hmac-sha512' })],
    ['hs2019 (HMAC-SHA256)', crafted(accessKey, { algorithm: 'hs2019' })],
    ['hs2019 (HMAC-SHA512)', crafted(accessKey, { hash: 'sha512', algorithm: 'hs2019' })],
    ['HMAC-SHA256 without a label', crafted(accessKey, { algorithm: null })],
    ['HMAC-SHA256 as hmac-sha1', crafted(accessKey, { algorithm: 'hmac-sha1' })],
    ['HMAC-SHA256 as HMAC-SHA256 in upper case', crafted(accessKey, { algorithm: 'HMAC-SHA256' })],
  ])
})

observation('observe.duplicate-parameters', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  const before = (parameter: string) => (value: string) =>
    value.replace('Signature ', `Signature ${parameter},`)
  const behind = (parameter: string) => (value: string) => `${value},${parameter}`
  const wrong = [
    ['keyId', `keyId="${run.random.word(36)}"`],
    ['signature', 'signature="eA=="'],
    ['headers', 'headers="date"'],
  ] as const
  return await tryAll(
    { api, accessKey, run },
    wrong.flatMap(([name, parameter]) => [
      [`the valid ${name} first`, respelled(accessKey, behind(parameter))] as const,
      [`the valid ${name} last`, respelled(accessKey, before(parameter))] as const,
    ]),
  )
})

observation('observe.loose-syntax', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  const withoutScheme = (value: string) => value.replace('Signature ', '')
  const reversed = (value: string) => `Signature ${withoutScheme(value).split(',').toReversed().join(',')}`
  const loose = await tryAll({ api, accessKey, run }, [
    ['another order', respelled(accessKey, reversed)],
    ['a space behind commas', respelled(accessKey, (value) => value.replaceAll('",', '", '))],
    ['spaces around equals signs', respelled(accessKey, (value) => value.replaceAll('="', ' = "'))],
    ['a comma at the end', respelled(accessKey, (value) => `${value},`)],
    ['names in lower case', respelled(accessKey, (value) => value.replace('keyId', 'keyid'))],
    ['no quotes', respelled(accessKey, (value) => value.replace(/algorithm="([^"]*)"/, 'algorithm=$1'))],
    ['base64 without padding', signature(accessKey, { alter: (made) => made.replace(/=+$/, '') })],
  ])
  const url = await base64url({ api, accessKey, run })
  return url === undefined ? loose : `${loose}; base64url: ${url ? 'accepted' : 'rejected'}`
})

/**
 * Tells whether the subject accepts base64url. Only a signature that differs between the two encodings shows it, as most
 * do.
 */
async function base64url({ api, accessKey, run }: Pick<Tools, 'api' | 'accessKey' | 'run'>) {
  for (let tries = 0; tries < 10; tries++) {
    let differs = false
    const alter = (made: string) => {
      const other = made.replaceAll('+', '-').replaceAll('/', '_')
      differs = other !== made
      return other
    }
    const date = httpDate(run.clock.now() - tries * 1000)
    const accepted = await isAccepted({ api }, signature(accessKey, { date, alter }))
    if (differs) return accepted
  }
  return undefined
}
