#!/usr/bin/env node
require('./check-node.js')('reference-server')
const { existsSync } = require('node:fs')
const module_ = require('node:module')
const { join } = require('node:path')

const command = join(__dirname, '../dist/reference-server/command.cjs')
if (!existsSync(command)) {
  console.error('reference-server: not built yet. Run "npm run build" in the project folder.')
  process.exit(5)
}
// From Node 22.1: a command that is run again need not be compiled again.
module_.enableCompileCache?.()
require(command)
