/** The part of JSON Schema that a declaration's schema uses. */
interface Schema {
  type?: string | string[]
  const?: string | number | boolean | null
  enum?: unknown[]
  default?: unknown
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
}

/** Renders the reference of `conformance.yaml` in Markdown from its JSON Schema: `docs/declaration.md`. */
export function renderDeclarationPage(schema: object, introduction: string): string {
  const fields = Object.entries((schema as Schema).properties ?? {}).filter(([name]) => name !== '$schema')
  const rows = fields.flatMap(([name, field]) => rowsOf(name, field, false))
  const table = ['| field | value | default | what it says |', '| --- | --- | --- | --- |', ...rows]
  return `${introduction}\n## Fields\n\nFields in **bold** are required if their section is present.\n\n${table.join('\n')}\n`
}

function rowsOf(path: string, field: Schema, isRequired: boolean): string[] {
  const { parts, values } = readable(field)
  const name = `\`${path}\``
  const cells = [
    isRequired ? `**${name}**` : name,
    values.join(' or '),
    field.default === undefined || isPart(field.default) ? '' : `\`${JSON.stringify(field.default)}\``,
    (field.description ?? '').replaceAll('|', '\\|'),
  ]
  return [
    `| ${cells.join(' | ')} |`,
    ...parts.flatMap(({ prefix, schema }) =>
      Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
        rowsOf(`${path}${prefix}.${key}`, value, schema.required?.includes(key) ?? false),
      ),
    ),
  ]
}

const isPart = (value: unknown): boolean => typeof value === 'object' && value !== null

interface Readable {
  /** Nested parts that have their own fields, with the prefix of their paths. */
  parts: { prefix: string; schema: Schema }[]
  values: string[]
}

function readable(field: Schema): Readable {
  const choices = field.anyOf ?? field.oneOf
  if (choices) {
    if (choices.some(isFile)) return { parts: [], values: ['text', '`{ file: path }`'] }
    const read = choices.map(readable)
    return {
      parts: onePerShape(read.flatMap(({ parts }) => parts)),
      values: [...new Set(read.flatMap(({ values }) => values))],
    }
  }
  if (field.const !== undefined) return { parts: [], values: [`\`${String(field.const)}\``] }
  if (field.enum) return { parts: [], values: field.enum.map((value) => `\`${String(value)}\``) }
  if (field.type === 'array') {
    const { parts, values } = readable(field.items ?? {})
    return {
      parts: parts.map(({ prefix, schema }) => ({ prefix: `[]${prefix}`, schema })),
      values: [`list of ${values.join(' or ')}`],
    }
  }
  if (field.properties) return { parts: [{ prefix: '', schema: field }], values: ['fields'] }
  return { parts: [], values: [words[String(field.type)] ?? 'text'] }
}

const words: Readonly<Record<string, string>> = {
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`',
  object: 'names with their values',
}

const isFile = ({ properties }: Schema): boolean =>
  properties !== undefined && Object.keys(properties).join() === 'file'

/** If a part has several forms (`clock.kind`), lists each of its fields once. */
function onePerShape(parts: Readable['parts']): Readable['parts'] {
  if (parts.length < 2) return parts
  const properties: Record<string, Schema> = {}
  for (const { schema } of parts) {
    for (const [key, value] of Object.entries(schema.properties ?? {})) {
      const known = properties[key]
      properties[key] =
        known && JSON.stringify(known) !== JSON.stringify(value) ? { ...known, anyOf: [known, value] } : value
    }
  }
  const required = (parts[0]?.schema.required ?? []).filter((key) =>
    parts.every(({ schema }) => schema.required?.includes(key)),
  )
  return [{ prefix: parts[0]?.prefix ?? '', schema: { properties, required } }]
}
