#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/suites/main.js', import.meta.url)
if (!existsSync(main)) {
  console.error('conformance: not built yet. Run "npm run build" in the project folder.')
  process.exit(5)
}
await import(main.href)
