import { declarationJsonSchema } from './declaration-json-schema.ts'

interface Node {
  properties?: Record<string, Node>
  items?: Node
  additionalProperties?: Node | boolean
  anyOf?: Node[]
  oneOf?: Node[]
}

/** Returns the field names that a declaration allows at a path, for suggestions. */
export function knownFields(path: readonly PropertyKey[]): string[] {
  let nodes = branches(declarationJsonSchema() as Node)
  for (const step of path) nodes = nodes.flatMap((node) => branches(child(node, step)))
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))]
}

function child(node: Node, step: PropertyKey): Node | undefined {
  if (typeof step === 'number') return node.items
  const named = node.properties?.[String(step)]
  return named ?? (typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined)
}

function branches(node: Node | undefined): Node[] {
  if (node === undefined) return []
  return [node, ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap(branches)]
}
