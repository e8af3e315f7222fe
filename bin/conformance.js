#!/usr/bin/env node
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const main = join(__dirname, '../dist/suites/main.js')
if (!existsSync(main)) {
  console.error('conformance: not built yet. Run "npm run build" in the project folder.')
  process.exit(5)
}
import(pathToFileURL(main).href)
