#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const main = new URL('../dist/reference-server/main.js', import.meta.url)
if (!existsSync(main)) {
  console.error('reference-server: not built yet. Run "npm run build" in the project folder.')
  process.exit(5)
}
// From Node 22.1: a command that is run again need not be compiled again.
module.enableCompileCache?.()
await import(main.href)
