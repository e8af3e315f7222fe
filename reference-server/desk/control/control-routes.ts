import { accountRoutes } from './accounts.ts'
import { changesRoutes } from './changes-routes.ts'
import type { ControlRoute } from './control-route.ts'
import { credentialRoutes } from './credentials.ts'
import { journalRoutes } from './journal-routes.ts'
import { serverRoutes } from './server-routes.ts'
import { signRoutes } from './sign.ts'

/** All routes of the control port. */
export const controlRoutes: readonly ControlRoute[] = [
  ...serverRoutes,
  ...accountRoutes,
  ...credentialRoutes,
  ...changesRoutes,
  ...journalRoutes,
  ...signRoutes,
]
