import { namedHeaders } from './declared-headers.ts'
import type { Declaration } from './declaration.ts'

/** Lists declared fields as paths without values, for the report; marks parts declared `false`. */
export function declaredParts(declaration: Declaration): string[] {
  const { accounts, privateTokens, accessKeys, session, clock } = declaration
  const parts = (['baseUrl', 'serverVersion', 'debug', 'pathFamilies', 'start', 'container'] as const).filter(
    (name) => declaration[name] !== undefined,
  )
  return [
    ...parts,
    ...marked('accounts', accounts),
    ...marked('privateTokens', privateTokens),
    ...(accessKeys === false
      ? [unsupported('accessKeys')]
      : accessKeys.map((_, index) => `accessKeys[${index}]`)),
    ...(session === false ? [unsupported('session')] : marked('session', session ?? {})),
    ...(clock.kind === 'none' ? [] : ['clock']),
    ...namedHeaders(declaration).map(({ path }) => `headers.${path.join('.')}`),
    ...(declaration.tls.ca === undefined ? [] : ['tls.ca']),
    ...(declaration.tls.cert === undefined ? [] : ['tls.cert', 'tls.key']),
    ...(declaration.tls.insecure ? ['tls.insecure'] : []),
    ...(declaration.reports.bodies === 'mask' ? ['reports.bodies'] : []),
    ...(declaration.mfaFlow === 'seed' ? [] : ['mfaFlow']),
  ]
}

const marked = (group: string, parts: object) =>
  Object.entries(parts)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => (part === false ? unsupported(`${group}.${name}`) : `${group}.${name}`))

const unsupported = (part: string) => `${part}: false`
