// In this order they are measured: where failed logins are few, the first ones get them.
import './refusals.ts'
import './login.ts'
import './seeds.ts'
import './codes.ts'
import './tokens.ts'

export { observations } from '../observe.ts'
