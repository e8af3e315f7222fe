import { readFileSync } from 'node:fs'

/** Text of a file that goes with the server; `path` from this folder, where the built commands are too. */
export const readAsset = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Text of a file of Swagger UI. The build copies it to the commands; for the sources it is in its package. */
export function readSwaggerUi(name: string): string {
  try {
    return readAsset(`server/swagger-ui/${name}`)
  } catch {
    return readAsset(`../node_modules/@fastify/swagger-ui/static/${name}`)
  }
}
