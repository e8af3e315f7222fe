#!/usr/bin/env node
require('./check-node.js')('conformance')
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const main = join(__dirname, '../dist/suites/main.js')
if (!existsSync(main)) {
  console.error('conformance: not built yet. Run "npm run build" in the project folder.')
  process.exit(5)
}
// Node's own code would be 1, which says that the server breaks a rule.
process.on('uncaughtException', (error) => end('conformance itself is at fault; please report this:', error))
import(pathToFileURL(main).href).catch((error) =>
  end('conformance can not be loaded; install it again. If that does not help, please report this:', error),
)

function end(sentence, error) {
  console.error(`${sentence}\n${(error && error.stack) || error}`)
  process.exit(5)
}
