import type { Method } from '../../../harness/client-judge/operation.ts'
import type { disguised } from '../../../harness/client-judge/other-origin.ts'
import type { Stage } from '../../../harness/client-judge/played.ts'
import type { Disturbance } from '../../../harness/client-judge/proxy.ts'
import type { Recorded } from '../../../harness/client-judge/recorded.ts'
import { answer } from './answers.ts'

export const redirectTo = (location: string, status = 302): Disturbance => ({
  what: 'a redirect to another origin',
  answer: answer(status, '{}', ['location', location]),
})

/** Redirects a request to the same path of another origin. */
export const redirectElsewhere = ({ played }: Stage, { request }: Recorded): Disturbance =>
  redirectTo(played.otherOrigin + request.target, 307)

/** Redirects of lists to the other origin that clients may take for the origin of the API. */
export const disguisedRedirects: readonly {
  name: string
  way: keyof ReturnType<typeof disguised>
  to: string
  methods: readonly Method[]
}[] = [
  {
    name: 'redirect-port',
    way: 'port',
    to: 'another port of the same host',
    // Browsers send cookies to every port of a host.
    methods: ['token', 'private-token', 'signature'],
  },
  {
    name: 'redirect-without-scheme',
    way: 'withoutScheme',
    to: 'another origin, without its scheme',
    methods: ['token', 'private-token', 'signature', 'session'],
  },
  {
    name: 'redirect-userinfo',
    way: 'userinfo',
    to: 'another origin, by a URL that begins like the base URL',
    methods: ['token', 'private-token', 'signature', 'session'],
  },
]
