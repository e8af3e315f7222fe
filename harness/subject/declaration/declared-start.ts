import { z } from 'zod'
import { httpUrl, milliseconds, shellCommand, text, variable } from './declared-text.ts'

const env = z
  .record(text, variable)
  .default({})
  .describe('Environment variables, added to the existing ones.')
const timeoutMs = milliseconds
  .default(30_000)
  .describe('How long it may take until it responds, in milliseconds.')

export const start = z
  .strictObject({
    command: shellCommand.describe(
      'Shell command; {tmp} is a fresh folder of this run, {node} the running Node.',
    ),
    readyUrl: httpUrl
      .optional()
      .describe('The server is ready when this URL responds. Default: when it prints the ready line.'),
    cwd: text.optional().describe("Working directory, relative to the declaration's folder."),
    watch: z
      .array(text)
      .optional()
      .describe(
        'Files and folders whose changes make --watch restart it, relative to cwd. Default: the files that the command names.',
      ),
    env,
    timeoutMs,
  })
  .describe('Starts the server and stops it at the end.')

const waitFor = z
  .strictObject({
    http: text
      .regex(/^\//, 'must be a path that starts with /')
      .optional()
      .describe('The container is ready when this path responds with any status.'),
    log: text.optional().describe('The container is ready when its log contains this text.'),
  })
  .refine((declared) => Object.keys(declared).length === 1, 'needs either http or log')

/** A container that runs the subject. */
export const container = z
  .strictObject({
    image: text.describe('Image name, with a tag or digest.'),
    port: z.int().min(1).max(65_535).describe('The port that the server listens on inside the container.'),
    controlPort: z
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe('Port of the clock control inside the container.'),
    controlPath: z.string().default('/control').describe('Path of the clock control on that port.'),
    env,
    command: z.array(z.string()).optional().describe('Replaces the command of the image.'),
    files: z
      .array(
        z.strictObject({
          source: text.describe("File, relative to the declaration's folder."),
          target: text.describe('Its path inside the container.'),
        }),
      )
      .default([])
      .describe('Files that are copied into the container before it starts.'),
    waitFor: waitFor.optional().describe('When it is ready. Default: when it responds over HTTP.'),
    timeoutMs: timeoutMs.default(120_000),
  })
  .describe('Runs the server in a container and removes it at the end.')

export type DeclaredContainer = z.output<typeof container>
