import { readFileSync } from 'node:fs'

/**
 * Returns the text of a file shipped with the server; `path` is relative to this folder, where the built commands are
 * too.
 */
export const readAsset = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/**
 * Returns the text of a Swagger UI file. The build copies these files to the commands; the sources read them from the
 * package.
 */
export function readSwaggerUi(name: string): string {
  try {
    return readAsset(`server/swagger-ui/${name}`)
  } catch {
    return readAsset(`../node_modules/@fastify/swagger-ui/static/${name}`)
  }
}
