import { dirname, join } from 'node:path'
import { renderers, type Format } from '../../../reports/index.ts'
import type { Artifact, Report } from '../../../reports/report.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { chooseFormats, prepareFolder, usualFolder } from '../files/prepare-output.ts'
import { readReport, reportFile } from '../files/read-report.ts'
import type { Suite } from '../suite.ts'
import { readVerified } from './verify.ts'
import { putArtifacts } from '../files/write-artifacts.ts'

export interface RenderOptions {
  /** A report.json, or the folder that contains it. */
  from?: string | undefined
  /** Output folder. Default: next to the report. */
  out?: string | undefined
  format: readonly string[]
}

/** Formats that others trust without reading the report. */
const onTrust: readonly Format[] = ['badge', 'in-toto']

/**
 * `conformance report --from`: converts a stored report to other formats. Renders all of them before it touches the first
 * file.
 */
export async function renderReport(suite: Suite, options: RenderOptions): Promise<number> {
  const { from = join(usualFolder, 'report.json') } = options
  const formats = chooseFormats(options.format)
  const isTrusted = formats.some((format) => onTrust.includes(format))
  const report = isTrusted ? await readVerified(suite, from) : readReport(from)
  const out = options.out ?? dirname(reportFile(from))
  const artifacts = formats.flatMap((format) => rendered(report, format, from))
  prepareFolder(out)
  putArtifacts(out, artifacts)
  process.stdout.write(
    tops(artifacts)
      .map((path) => `${join(out, path)}\n`)
      .join(''),
  )
  return 0
}

function rendered(report: Report, format: Format, from: string): Artifact[] {
  try {
    return renderers[format](report)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(`${from} can't be shown as ${format}: ${why}`, { cause })
  }
}

/** The files and folders directly in the folder of reports. */
const tops = (artifacts: readonly Artifact[]): string[] => [
  ...new Set(artifacts.map(({ path }) => path.split('/')[0] ?? path)),
]
