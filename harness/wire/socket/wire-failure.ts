import type { BaseUrl } from '../base-url.ts'
import type { Proxy } from './proxy.ts'
import { WireFailure, type WireFailureKind, type WireRequest } from '../exchange.ts'

/** No answer in time. Has its own type because undici's timers are coarse. */
export class NoAnswerInTime extends Error {
  /** How long reading was paused because of other large bodies, in milliseconds; does not count towards the limit. */
  readonly waitedMs: number
  constructor(waitedMs = 0) {
    super()
    this.waitedMs = waitedMs
  }
}
/** Not sent, because its sender no longer wants to. */
export class HeldBack extends Error {}
/** Not sent, because the server has not answered anything for long. */
export class NoAnswerAnyMore extends Error {}
/** Not sent, because requests of its kind are not answered. The message names the kind. */
export class KindHangs extends Error {}
/** The answer is not HTTP/1.1, or not in the content coding that it names. */
export class NotHttp extends Error {}
/** The connection ended before the answer did. */
export class ConnectionCut extends Error {}

/**
 * Turns an error of the socket, TLS or the parser into one sentence for the operator that says what to do about it.
 * @param hasAnswered true if the server has answered a request before, so that its address and scheme are right
 */
export function wireFailure(
  error: unknown,
  request: WireRequest,
  base: BaseUrl,
  timeoutMs: number,
  proxy?: Proxy,
  hasAnswered = false,
): WireFailure {
  const {
    code = '',
    message = '',
    name = '',
  } = (error ?? {}) as { code?: string; message?: string; name?: string }
  const kind = kindOf(error, code || name, message)
  const what = `${request.method} ${request.target.split('?')[0]}`
  const place = base.socketPath ?? new URL(base.origin).host
  const between = proxy && `proxy ${proxy.origin}, which the environment names,`
  const sentences: Record<WireFailureKind, string> = {
    'no-such-host': between
      ? `The host of the ${between} is unknown (${code}); check the variable and the name server.`
      : `The host ${base.hostname} is unknown (${code}); check the base URL and the name server.`,
    refused: between
      ? `The ${between} accepts no connections (${code}); check the variable, or exclude the server with no_proxy.`
      : hasAnswered
        ? `${place} accepts no more connections (${code}), but answered before; did it end or restart during the run? Look into its log.`
        : `${place} accepts no connections (${code}); is the server running, and is this the right port?`,
    tls: tlsSentence(place, code, message),
    timeout:
      error instanceof KindHangs
        ? `${error.message}.`
        : error instanceof NoAnswerAnyMore
          ? `${place} has not answered for three times ${timeoutMs} ms, so ${what} is not sent; find out why it hangs, or raise limits.timeoutMs.`
          : `${place} gave no complete answer to ${what} within ${timeoutMs} ms; find out why it hangs, or raise limits.timeoutMs.`,
    cut: `${place} closed the connection before its answer to ${what} was complete; look into the server's log${hasAnswered ? ' for an error at this request; if there is none, it may have restarted, or allow only a few connections at a time: declare limits.concurrency' : base.secure ? ', and whether it accepts the client certificate of tls.cert, if it demands one' : ', or whether it speaks https'}.`,
    garbage: `${place} answered ${what} with something that is not HTTP/1.1 (${message || code}); is this its port, and is the scheme correct (http or https)?`,
    other: `${what} to ${place} failed: ${unasked.get(message) ?? (message || code || 'no reason given')}`,
  }
  const failure = new WireFailure(kind, sentences[kind], request)
  failure.cause = error
  return failure
}

function kindOf(error: unknown, code: string, message: string): WireFailureKind {
  const isSilence = [NoAnswerInTime, NoAnswerAnyMore, KindHangs].some((type) => error instanceof type)
  if (isSilence || timeouts.has(code)) return 'timeout'
  if (error instanceof ConnectionCut) return 'cut'
  if (error instanceof NotHttp) return 'garbage'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no-such-host'
  if (refusals.has(code)) return 'refused'
  if (isTls(code, message)) return 'tls'
  if (unasked.has(message)) return 'other'
  if (cuts.has(code)) return 'cut'
  if (code.startsWith('HPE_') || garbage.has(code)) return 'garbage'
  return 'other'
}

const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const refusals = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOENT',
  'EACCES',
  'ENOTSOCK',
])
const cuts = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'HPE_INVALID_EOF_STATE',
  'ERR_STREAM_PREMATURE_CLOSE',
])
/** True for an error that means the other side ended the connection. */
export const isCut = (error: unknown): boolean =>
  error instanceof ConnectionCut || cuts.has((error as { code?: string } | undefined)?.code ?? '')
/** True for an error that means nothing accepts connections there. */
export const isRefused = (error: unknown): boolean =>
  refusals.has((error as { code?: string } | undefined)?.code ?? '')
const garbage = new Set([
  'HTTPParserError',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])
/** Messages of undici for an interim answer that it treats as the end of the connection. */
const unasked = new Map([
  ['bad upgrade', 'it answered with an upgrade to another protocol, which was not asked for'],
])
const certificates = /CERT|SIGNED|LEAF_SIGNATURE|ISSUER|CRL|^ERR_TLS_|^ERR_SSL_/
const isTls = (code: string, message: string) =>
  certificates.test(code) || code === 'EPROTO' || message.includes('before secure TLS connection')

function tlsSentence(place: string, code: string, message: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of ${place} is for another host; use the name it is for in the base URL, or set tls.insecure.`
  }
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of ${place} has expired; renew it, or set tls.insecure.`
  if (code === 'CERT_NOT_YET_VALID')
    return `The certificate of ${place} is not valid yet; check the clocks, or set tls.insecure.`
  if (code === 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' || code.endsWith('_ALERT_HANDSHAKE_FAILURE')) {
    return `${place} demands a client certificate, or a different one (${code}); declare tls.cert and tls.key.`
  }
  if (
    /_ALERT_(?:(?:BAD|UNKNOWN|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED)$/.test(code)
  ) {
    return `${place} rejects the client certificate (${code}); declare one that it knows in tls.cert, with its chain, and its key in tls.key.`
  }
  if (/SELF_SIGNED|LEAF_SIGNATURE|ISSUER/.test(code)) {
    return `The certificate of ${place} is signed by an authority that is not known here (${code}); name its PEM file in tls.ca, or set tls.insecure.`
  }
  return `No TLS connection to ${place} (${code || message}); does it speak https on this port?`
}
