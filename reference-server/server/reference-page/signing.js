/**
 * Headers of a signed GET at `date`, an HTTP date. A browser may not set Date, so the page shows the curl line for it
 * instead of sending: the date is part of what is signed.
 */
export async function signedHeaders(target, date, { keyId, keySecret }) {
  const text = `(request-target): get ${target}\naccept: application/json\ndate: ${date}`
  const bytes = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(keySecret), hmac, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, bytes.encode(text))
  const signature = btoa(String.fromCharCode(...new Uint8Array(mac)))
  const headers = '(request-target) accept date'
  return {
    Date: date,
    Authorization: `Signature keyId="${keyId}",algorithm="hmac-sha256",headers="${headers}",signature="${signature}"`,
  }
}
