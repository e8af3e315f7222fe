import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names, versions and licences of the packages that these files are from, and of Swagger UI.
 * @throws Error for a package without a licence: it must not be given on
 */
export function noticesOf(files) {
  const folders = new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  const notices = [...[...folders].map(noticeOf), swaggerUi()].toSorted((one, other) =>
    one.title < other.title ? -1 : 1,
  )
  const texts = new Map(notices.map(({ title, text }) => [title, `${title}\n\n${text}\n`]))
  const introduction =
    'The files beside this one hold parts of the packages below, each under its own licence.\n'
  return [introduction, ...texts.values()].join(`\n${'-'.repeat(80)}\n\n`)
}

/** The package that its files are copied from leaves out whose they are. Its licence is ours. */
function swaggerUi() {
  const read = (path) => readFileSync(join(import.meta.dirname, path), 'utf8').trim()
  const { devDependencies } = JSON.parse(read('node_modules/@fastify/swagger-ui/package.json'))
  const text = [
    'swagger-ui\nCopyright 2020-2021 SmartBear Software Inc.',
    read('LICENSE'),
    read('reference-server/server/reference-page/swagger-ui-bundle.js.LICENSE.txt'),
  ]
  return { title: `swagger-ui@${devDependencies['swagger-ui-dist']} (Apache-2.0)`, text: text.join('\n\n') }
}

function noticeOf(folder) {
  const { name, version, license, author, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  if (!license) throw new Error(`${name}@${version} is without a licence`)
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const named = `It comes without a licence text. By ${author?.name ?? author}, ${homepage}`
  return { title: `${name}@${version} (${license})`, text: texts.join('\n\n') || named }
}
