import { UnknownName } from '../../common/usage-error.ts'
import type { Parts } from '../../server/parts.ts'
import { choice, ControlProblem, list, object, text, type ControlRoutes } from './control-route.ts'

const names = { defects: list(text('Name of a defect.')), variations: list(text('Name of a variation.')) }
const known = list({
  type: 'object',
  properties: { name: text('What PUT takes.'), summary: text('What the changed server does.') },
  required: ['name', 'summary'],
})

/** Routes for named defects and named legal variations. */
export const changesRoutes: ControlRoutes = {
  'GET /changes': {
    operationId: 'readChanges',
    summary: 'The active defects and variations',
    answer: object(names),
    handle: ({ composition }) => composition.changes,
  },
  'PUT /changes': {
    operationId: 'switchChanges',
    summary: 'Switch to exactly these defects and variations; tokens, seeds, sessions and the clock stay',
    body: choice(names),
    answer: object({
      defects: list(text('On now.')),
      variations: list(text('On now.')),
      notes: list(text('How the server has to be started for one of them to show.')),
    }),
    rejections: {
      400: 'There is no such defect or variation; nothing was switched.',
      409: 'They cannot be combined; nothing was switched.',
    },
    async handle({ composition }, { body }) {
      const { listChanges } = await import('../../changes/changes.ts')
      const { defects = [], variations = [] } = body as { defects?: string[]; variations?: string[] }
      try {
        await composition.switchTo({ defects, variations })
      } catch (error) {
        if (error instanceof UnknownName) throw new ControlProblem(400, 'unknown-name', error.message)
        // For example, two of them define the same route.
        const why = error instanceof Error ? error.message : String(error)
        throw new ControlProblem(409, 'conflict', `these cannot be combined, nothing was switched: ${why}`)
      }
      const all = listChanges()
      const on = [...all.defects, ...all.variations].filter(({ name }) =>
        [...defects, ...variations].includes(name),
      )
      return {
        ...composition.changes,
        notes: on.flatMap(({ name, mode }) => needs(name, mode, composition.parts)),
      }
    },
  },
  'GET /changes/available': {
    operationId: 'listChanges',
    summary: 'All defects and variations, and what each breaks',
    answer: object({ defects: known, variations: known }),
    handle: async () => (await import('../../changes/changes.ts')).listChanges(),
  },
}

function needs(
  name: string,
  wanted: { debug?: boolean; serverVersion?: string } = {},
  { mode }: Parts,
): string[] {
  const options = [
    ...(wanted.debug === true && !mode.debug ? ['--debug'] : []),
    ...(wanted.debug === false && mode.debug ? ['no --debug'] : []),
    ...(wanted.serverVersion !== undefined && wanted.serverVersion !== mode.serverVersion
      ? [`--server-version ${wanted.serverVersion}`]
      : []),
  ]
  return options.length > 0 ? [`${name} shows on a server started with ${options.join(' and ')}`] : []
}
