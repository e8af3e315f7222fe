import type { FastifyRequest } from 'fastify'
import { choose, type Variation, ofEach } from '../change.ts'
import type { PathFamily } from '../../common/choices.ts'
import type { Parts } from '../../server/parts.ts'
import { legal } from '../legal.ts'

const claimsNone = { declare: { pathFamilies: null } }
/** Only the older family has a challenge of a specified shape and a specified path for the second step. */
const withoutOlder = { notApplicable: ['mfa.challenge-shape', 'mfa.fixed-second-step-path'] }
const withoutNewer = { notApplicable: ['mfa.newer-family-two-steps', 'mfa.newer-family-challenge-shape'] }

const each: Record<string, Variation> = {
  'newer-family-only': legal('The older path family does not exist.', choose({ pathFamilies: ['v1'] }), {
    declare: { pathFamilies: ['v1'] },
    ...withoutOlder,
  }),
  'older-family-only': legal(
    'The newer path family does not exist.',
    choose({ pathFamilies: ['users-v1'] }),
    {
      declare: { pathFamilies: ['users-v1'] },
      ...withoutNewer,
    },
  ),
  'older-family-404-unclaimed': legal(
    'The older path family does not exist, and none is declared.',
    choose({ pathFamilies: ['v1'] }),
    { ...claimsNone, ...withoutOlder },
  ),
  'newer-family-404-unclaimed': legal(
    'The newer path family does not exist, and none is declared.',
    choose({ pathFamilies: ['users-v1'] }),
    { ...claimsNone, ...withoutNewer },
  ),
  'older-family-shows-application': legal(
    'The older path family does not exist, none is declared, and every unknown path serves the front end.',
    ({ choices, extensions }) => {
      choices.pathFamilies = ['v1']
      extensions.push((app) => {
        app.get('*', (_request, reply) => reply.type('text/html').send('<title>App</title>'))
      })
    },
    { ...claimsNone, ...withoutOlder, mode: { debug: false }, excludes: ['unknown-paths-list-endpoints'] },
  ),
  ...ofEach([405, 410], (status) => [
    `older-family-${status}`,
    legal(
      `The paths of the older family return ${status}.`,
      atPathsOf('users-v1', () => ({ status })),
      { ...claimsNone, ...withoutOlder },
    ),
  ]),
  ...ofEach(['users-v1', 'v1'] as const, (gone) => [
    `${gone === 'v1' ? 'newer' : 'older'}-family-401-unclaimed`,
    legal(
      `The ${gone === 'v1' ? 'newer' : 'older'} path family does not exist, none is declared, and unknown paths return 401 to callers without credentials.`,
      atPathsOf(gone, (_there, { headers }) => ({ status: headers.authorization ? 404 : 401 })),
      { ...claimsNone, ...(gone === 'v1' ? withoutNewer : withoutOlder) },
    ),
  ]),
  ...ofEach(['users-v1', 'v1'] as const, (gone) => [
    `${gone === 'v1' ? 'newer' : 'older'}-family-403-unclaimed`,
    legal(
      `The ${gone === 'v1' ? 'newer' : 'older'} path family does not exist, none is declared, and unknown paths return 403 to everybody.`,
      ({ choices, extensions }) => {
        choices.pathFamilies = [gone === 'v1' ? 'users-v1' : 'v1']
        extensions.push((app) => {
          app.all('/api/*', (_request, reply) => reply.code(403).send({ message: 'Forbidden' }))
        })
      },
      { ...claimsNone, ...(gone === 'v1' ? withoutNewer : withoutOlder) },
    ),
  ]),
  'older-family-301': legal(
    'The paths of the older family redirect to the newer with 301.',
    atPathsOf('users-v1', (location) => ({ status: 301, location })),
    { ...claimsNone, ...withoutOlder },
  ),
  'older-family-302-login-page': legal(
    'The paths of the older family redirect to the login page.',
    atPathsOf('users-v1', (_there, _request, { paths }) => ({ status: 302, location: paths.webLogin })),
    { ...claimsNone, ...withoutOlder },
  ),
  'older-family-307': legal(
    'The paths of the older family redirect to the newer with 307 and a path.',
    atPathsOf('users-v1', (location) => ({ status: 307, location })),
  ),
  'older-family-307-unclaimed': legal(
    'The older family redirects with 307, and none is declared.',
    atPathsOf('users-v1', (location) => ({ status: 307, location })),
    claimsNone,
  ),
  'older-family-308-absolute': legal(
    'The paths of the older family redirect to the newer with 308 and a whole URL.',
    atPathsOf('users-v1', (location, { host }) => ({ status: 308, location: `http://${host}${location}` })),
  ),
  'newer-family-307': legal(
    'The paths of the newer family redirect to the older with 307.',
    atPathsOf('v1', (location) => ({ status: 307, location })),
  ),
  'lists-307-only': legal(
    'The older list redirects to the newer, each login is at its own path.',
    (parts) => {
      const target = parts.paths.list.v1
      parts.paths.list['users-v1'] = '/old/list/'
      parts.extensions.push((app) => {
        const { basePath } = parts.choices
        app.get(`${basePath}/api/users/v1/users/`, (request, reply) =>
          reply
            .status(307)
            .header('location', basePath + target + (/\?.*/.exec(request.url)?.[0] ?? ''))
            .send(),
        )
      })
    },
  ),
}

/**
 * The path families that exist, and what the paths of the other one answer. Only one of these variations can be on; and
 * if the older family replaces the newer one, the newer must not have a challenge of its own, nor may an otp_url lead there.
 */
export const familyVariations: Record<string, Variation> = Object.fromEntries(
  Object.entries(each).map(([name, one]) => [
    name,
    {
      ...one,
      excludes: [
        ...(one.excludes ?? []),
        ...Object.keys(each).filter((other) => other !== name),
        'newer-family-other-two-steps',
        'newer-family-unfinished-token',
        'otp-url-of-newer-family',
      ],
    },
  ]),
)

interface Instead {
  status: number
  location?: string
}

/** Answers the paths of a removed family as `instead` says; redirects lead to the other family. */
function atPathsOf(
  gone: PathFamily,
  instead: (there: string, request: FastifyRequest, parts: Parts) => Instead,
) {
  const other = gone === 'v1' ? 'users-v1' : 'v1'
  return (parts: Parts): void => {
    const { choices, paths, extensions } = parts
    choices.pathFamilies = [other]
    extensions.push((app) => {
      for (const operation of ['login', 'secondStep', 'list'] as const) {
        const [here, there] = [paths[operation][gone], choices.basePath + paths[operation][other]]
        app.route({
          method: operation === 'list' ? 'GET' : 'POST',
          url: choices.basePath + here,
          handler: (request, reply) => {
            const query = /\?.*/.exec(request.url)?.[0] ?? ''
            const { status, location } = instead(there, request, parts)
            if (location !== undefined) reply.header('location', location + query)
            return reply.status(status).send()
          },
        })
      }
    })
  }
}
