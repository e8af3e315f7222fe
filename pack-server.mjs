// Puts the reference server alone into a folder of its own, ready for `npm pack` or `npm publish`: who writes a client needs
// neither vitest nor the suite. It has no dependencies: the build joins them into its files. node pack-server.mjs [folder]; dist/ must be built.
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

The reference server of [auth-api-conformance](${suite.homepage}), alone: for those who write a client. It has accounts, keys and
tokens, a clock that you can move, and can be wrong, or legally different, on purpose.

\`\`\`sh
npx auth-api-reference-server start --port 8080 --control-port 8081 --debug
npx auth-api-reference-server list
\`\`\`

Or within your tests:

\`\`\`js
import { startServer } from 'auth-api-reference-server'

const server = await startServer({ port: 0 })
console.log(server.url)
server.clock.advance({ hours: 1 }) // every token is void now
await server.stop()
\`\`\`

All pages on the server hold for this package too; where they say \`auth-api-conformance/reference-server\`, import
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
