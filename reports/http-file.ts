import { decisiveExchange, explainCase, failedCases } from './words.ts'
import type { Artifact, Report, ReportedCase, ReportedExchange } from './report.ts'
import { visible } from './visible.ts'

/**
 * `failures.http`: the judged requests of failed cases, to be sent again from an editor (REST Client for VS Code, the HTTP
 * client of JetBrains). Only contains requests that can be sent as they are; for those with a masked secret, use `replay`.
 */
export function renderHttpFile(report: Report): Artifact[] {
  const blocks = failedCases(report).map((one) => {
    const judged = decisiveExchange(one)
    return judged && canBeSent(judged) ? request(one, judged) : remark(one)
  })
  const head = comment(
    `${report.suite.name}: failures of ${report.subject.baseUrl}; seed ${report.seed}, runs ${report.runs}`,
  )
  return [{ path: 'failures.http', content: `${[head, ...blocks].join('\n\n')}\n` }]
}

/** Fields that the editor sends itself, or that are new in each request. */
const own = ['host', 'content-length', 'traceparent', 'connection']

function request(one: ReportedCase, { request: { method, url, headers, body } }: ReportedExchange): string {
  const shown = headers.filter(([name]) => !own.includes(name.toLowerCase()))
  return [
    `### ${oneLine(one.id)}`,
    comment(explainCase(one)),
    `${method} ${url} HTTP/1.1`,
    ...shown.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', body]),
  ].join('\n')
}

/** The comment for a case without a request to send: most have a secret, a few judge the whole run. */
const remark = (one: ReportedCase): string =>
  comment(`${one.id} can't be sent again as it is; this does: ${one.replay}`)

/**
 * True if the request is shown whole, without masked secrets, and contains nothing that an editor takes for a command:
 * `{{…}}` is a variable, `< file` the content of a file, `> {% … %}` a script, and `###` starts another request.
 */
function canBeSent({ request: { method, url, headers, body }, curl }: ReportedExchange): boolean {
  if (curl === undefined || !/^[A-Z]+$/.test(method) || !/^https?:\/\/[^\s{}]+$/.test(url)) return false
  const texts = [url, ...headers.flat(), body ?? '']
  if (texts.some((text) => /\*\*\*|\{\{|[^\n\t\P{Cc}]|…|‹/u.test(text))) return false
  if (headers.some(([name, value]) => !/^[\w-]+$/.test(name) || /[\n]/.test(value))) return false
  return !(body ?? '').split('\n').some((line) => /^([<>#@$]|\/\/)/.test(line.trimStart()))
}

/** A comment that never starts with the sign of a directive. */
const comment = (text: string): string => `# ${oneLine(text).replace(/^[@\s]+/, '')}`

const oneLine = (text: string): string =>
  visible(text).replace(/\s+/g, ' ').replaceAll('{{', '{ {').slice(0, 500)
