import { table, slugOf, type Page } from './page.ts'

interface Schema {
  type?: string | string[]
  enum?: string[]
  const?: string
  $ref?: string
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  $defs?: Record<string, Schema>
}

/** The report's JSON Schema as tables. */
export function schemaPage(text: string): Page {
  const schema = JSON.parse(text) as Schema
  const parts = Object.entries(schema.$defs ?? {})
  return {
    path: 'docs/report-schema.md',
    markdown: [
      '# Report schema',
      'Every field of `report.json`, made from its [JSON Schema](../reports/report.schema.json) (2020-12). [report.json](report-json.md) explains what they are for.',
      ...partBlocks('report', schema),
      ...parts.flatMap(([name, part]) => partBlocks(name, part)),
    ].join('\n\n'),
  }
}

function partBlocks(name: string, part: Schema): string[] {
  const { description, properties, required = [] } = part
  if (properties === undefined)
    return [`## ${name}`, `${typeOf(part)}.${description === undefined ? '' : ` ${description}`}`]
  const inner = Object.entries(properties).filter(([, field]) => field.properties !== undefined)
  return [
    `## ${name}`,
    ...(description === undefined ? [] : [description]),
    table(
      ['field', 'type', 'always', 'what it holds'],
      Object.entries(properties).map(([field, each]) => [
        `\`${field}\``,
        each.properties === undefined ? typeOf(each) : `[${name}.${field}](#${slugOf(`${name}.${field}`)})`,
        required.includes(field) ? 'yes' : '',
        each.description ?? '',
      ]),
    ),
    ...inner.flatMap(([field, each]) => partBlocks(`${name}.${field}`, each)),
  ]
}

function typeOf(schema: Schema): string {
  const { type, $ref, items, format } = schema
  const choices = schema.oneOf ?? schema.anyOf
  if (schema.const !== undefined) return `\`"${schema.const}"\``
  if (schema.enum) return schema.enum.map((word) => `\`${word}\``).join(', ')
  if ($ref !== undefined) return refOf($ref)
  if (choices) return choices.map(typeOf).join(' or ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
  if (type === 'array' && items) return `list of ${typeOf(items)}`
  return [Array.isArray(type) ? type.join(' or ') : (type ?? 'any'), format && `(${format})`]
    .filter(Boolean)
    .join(' ')
}

function refOf($ref: string): string {
  const name = $ref.replace('#/$defs/', '')
  return `[${name}](#${slugOf(name)})`
}
