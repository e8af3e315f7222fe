// node pack-server.mjs [folder]: puts the reference server into a folder of its own, ready for `npm pack` or `npm publish`.
// Client authors need neither vitest nor the suite. The package has no dependencies, because the build bundles them into its
// files. Run the build first.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const folder = process.argv[2] ?? join(root, '.tmp', 'reference-server')
const suite = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const common = ['version', 'license', 'type', 'engines', 'repository', 'homepage', 'bugs', 'preferUnplugged']

const manifest = {
  name: 'auth-api-reference-server',
  description: 'Reference server of an HTTP authentication and user-list API, to develop clients against',
  ...Object.fromEntries(common.filter((field) => field in suite).map((field) => [field, suite[field]])),
  keywords: ['authentication', 'http-signature', 'totp', 'mock-server', 'test-server'],
  bin: {
    'reference-server': 'bin/reference-server.js',
    'auth-api-reference-server': 'bin/reference-server.js',
  },
  exports: { '.': suite.exports['./reference-server'], './package.json': './package.json' },
  files: ['bin', 'dist', ...suite.files.filter((path) => path.includes('/reference-server/'))],
}

const readme = `# auth-api-reference-server

The reference server of [auth-api-conformance](${suite.homepage}) on its own, for client authors. It has accounts, keys and tokens,
and a clock that you can move. You can break it on purpose, or make it differ in a legal way.

\`\`\`sh
npx auth-api-reference-server start --port 8080 --control-port 8081 --debug
npx auth-api-reference-server list
\`\`\`

Or start it from your tests:

\`\`\`js
import { startServer } from 'auth-api-reference-server'

const server = await startServer({ port: 0 })
console.log(server.url)
server.clock.advance({ hours: 1 }) // every token has now expired
await server.stop()
\`\`\`

All pages about the server apply to this package too. Where they say \`auth-api-conformance/reference-server\`, import
\`auth-api-reference-server\`.
`

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const part of [
  'LICENSE',
  'bin/check-node.js',
  'bin/package.json',
  'bin/reference-server.js',
  'dist/reference-server',
  'dist/fixtures/demo-accounts.json',
])
  cpSync(join(root, part), join(folder, part), { recursive: true })
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
writeFileSync(join(folder, 'README.md'), readme)
console.log(folder)
