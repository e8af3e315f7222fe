import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parts } from '../../server/parts.ts'

const queryOf = ({ url }: FastifyRequest) => /\?.*/.exec(url)?.[0] ?? ''

/** Adds Django's APPEND_SLASH: 301 to the path with its slash; in debug mode, a POST without it is a server error. */
export function appendedSlashes({ choices, extensions, mode, paths }: Parts): void {
  extensions.push((app) => {
    const families = choices.pathFamilies
    const posted = families.flatMap((family) => [paths.login[family], paths.secondStep[family]])
    const redirect = (request: FastifyRequest, reply: FastifyReply) =>
      reply.redirect(`${request.url.split('?')[0]}/${queryOf(request)}`, 301)
    for (const family of families) app.get(choices.basePath + paths.list[family].slice(0, -1), redirect)
    for (const path of posted)
      app.post(choices.basePath + path.slice(0, -1), (request, reply) => {
        if (mode.debug) throw new Error('unhandled: a POST to a path without its slash')
        return redirect(request, reply)
      })
  })
}

/** Redirects `/api/users/v1/…` to `/api/v1/users/…`, whether or not that path exists. */
export function redirectedApplications({ choices, extensions }: Parts): void {
  extensions.push((app) => {
    app.route({
      method: ['GET', 'POST'],
      url: `${choices.basePath}/api/:application/:version/*`,
      handler(request, reply) {
        const { application, version, '*': rest } = request.params as Record<string, string>
        if (!/^v\d$/.test(version ?? '')) return reply.callNotFound()
        return reply.redirect(
          `${choices.basePath}/api/${version}/${application}/${rest}${queryOf(request)}`,
          307,
        )
      },
    })
  })
}
