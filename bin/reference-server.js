#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/reference-server/main.js', import.meta.url)
if (!existsSync(main)) {
  console.error('reference-server: not built yet. Run "npm run build" in the project folder.')
  process.exit(5)
}
await import(main.href)
