import { expect, test } from 'vitest'
import { declarationSchema } from '../../subject/declaration/declaration-schema.ts'
import type { Declaration } from '../../subject/declaration/declaration.ts'
import { freePort, startHttpServer } from '../../wire/testing/servers.ts'
import type { Case } from '../case/registry.ts'
import { carryOutOnAll } from './replicas.ts'

test('the run ends once one of the servers can not be reached', async () => {
  const { url } = await startHttpServer((_, response) => void response.writeHead(401).end())
  const nobody = `http://127.0.0.1:${await freePort()}`
  const { $schema: _, ...parsed } = declarationSchema.parse({ baseUrl: url })
  const declaration = { ...parsed, source: { folder: '.' } } as unknown as Declaration
  const endless = ['a', 'b'].map((id): Case => ({
    id,
    requirement: id,
    title: id,
    needs: [],
    phase: 'plain',
    body: () => new Promise(() => {}),
  }))
  const spec = {
    declaration,
    seed: 1,
    runs: 1,
    slow: false,
    env: {},
    choice: { requirements: ['a', 'b'] },
    channel: 'replicas',
    baseUrl: url,
    controlUrl: null,
    replicas: { declarations: [declaration, declaration], costs: {} },
  }
  const others = [{ baseUrl: nobody, controlUrl: null }]
  const summary = await carryOutOnAll(
    spec,
    { baseUrl: url, controlUrl: null, others },
    endless,
    () => {},
    [],
    {},
  )
  expect(summary.unreachable).toContain('accepts no connections')
})
