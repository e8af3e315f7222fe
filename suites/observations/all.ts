// In this order they are measured: where failed logins are few, the first ones get them.
import './refusals.ts'
import './login.ts'
import './seeds.ts'
import './codes.ts'
import './tokens.ts'
import './signatures.ts'
import './dates.ts'
import './users.ts'
import './server.ts'
import './sessions.ts'
import './lockout.ts'

export { observations } from '../observe.ts'
