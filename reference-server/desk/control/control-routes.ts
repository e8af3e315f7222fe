import { accountRoutes } from './accounts.ts'
import { changesRoutes } from './changes-routes.ts'
import type { ControlRoute } from './control-route.ts'
import { credentialRoutes } from './credentials.ts'
import { journalRoutes } from './journal-routes.ts'
import { serverRoutes } from './server-routes.ts'
import { signRoutes } from './sign.ts'

const all = {
  ...serverRoutes,
  ...accountRoutes,
  ...credentialRoutes,
  ...changesRoutes,
  ...journalRoutes,
  ...signRoutes,
}

/** All routes of the control port. */
export const controlRoutes: readonly ControlRoute[] = Object.entries(all).map(([line, route]) => {
  const [method, path = ''] = line.split(' ')
  return { method: method as ControlRoute['method'], path, ...route }
})
