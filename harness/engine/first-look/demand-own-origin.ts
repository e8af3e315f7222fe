import { families, listPath } from '../../facts/families.ts'
import type { Run } from '../../run/run.ts'
import { header, type Exchange } from '../../wire/exchange.ts'
import { Misdeclared } from '../case/misdeclared.ts'

/**
 * Asks for both lists and an unknown path, if the first answer is a redirect to the same path of another origin.
 * @throws Misdeclared if all of them lead there, as where a proxy redirects from http to https
 */
export async function demandOwnOrigin({ wire, random }: Run, first: Exchange): Promise<void> {
  const origin = originOfRedirect(first, wire.origin)
  if (origin === undefined) return
  const { prefix } = wire
  for (const path of [...families.map((family) => listPath[family]), `/${random.word(12)}/`]) {
    const headers = [['Accept', 'application/json']] as const
    const answered = await wire.send({ method: 'GET', target: prefix + path, headers })
    if (originOfRedirect(answered, wire.origin) !== origin) return
  }
  throw new Misdeclared(
    `baseUrl: ${wire.origin} redirects every request to ${origin}. Declare ${origin}${prefix} if that is the server to judge.`,
  )
}

/** The origin of a redirect that changes nothing else. */
function originOfRedirect({ request, response }: Exchange, own: string): string | undefined {
  const location = header(response.headers, 'location')
  if (response.status < 300 || response.status > 399 || location === undefined) return undefined
  if (!URL.canParse(location)) return undefined
  const { origin, pathname, search } = new URL(location)
  return origin !== own && pathname + search === request.target ? origin : undefined
}
