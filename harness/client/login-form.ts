import { tagsOf, type Tag } from './html-tags.ts'

/** Names of the fields of the form that takes a password, sorted; undefined where the page has no such form. */
export const loginFieldNames = (html: string): string[] | undefined =>
  passwordForm(tagsOf(html))
    ?.inputs.map(({ attributes }) => attributes.get('name') ?? '')
    .sort()

/** Named fields of that form, in the order of the page; the type in lower case, `text` where none is given. */
export function loginInputs(html: string): { name: string; type: string }[] {
  const inputs = passwordForm(tagsOf(html))?.inputs ?? []
  return inputs.flatMap(({ attributes }) => {
    const name = attributes.get('name')
    return name ? [{ name, type: typeOf(attributes) || 'text' }] : []
  })
}

/** Hidden fields of the first form of a page that takes a password, by name; of the whole page where there is none. */
export function hiddenFields(html: string): Map<string, string> {
  const tags = tagsOf(html)
  const fields = new Map<string, string>()
  for (const { attributes } of passwordForm(tags)?.inputs ?? tags.filter(isInput)) {
    const name = attributes.get('name')
    if (typeOf(attributes) === 'hidden' && name) fields.set(name, attributes.get('value') ?? '')
  }
  return fields
}

/** Where the form that takes a password says it is sent to; undefined where that is the page itself. */
export const formAction = (html: string): string | undefined =>
  passwordForm(tagsOf(html))?.form.attributes.get('action') || undefined

interface Form {
  form: Tag
  inputs: Tag[]
}

/** A form that is never closed goes on to the end of the page. */
function passwordForm(tags: readonly Tag[]): Form | undefined {
  let open: Form | undefined
  for (const tag of tags) {
    if (tag.name === 'form') open ??= { form: tag, inputs: [] }
    else if (tag.name === '/form') {
      if (open?.inputs.some(takesPassword)) return open
      open = undefined
    } else if (isInput(tag)) open?.inputs.push(tag)
  }
  return open?.inputs.some(takesPassword) ? open : undefined
}

const isInput = ({ name }: Tag) => name === 'input'
const takesPassword = (tag: Tag) => isInput(tag) && typeOf(tag.attributes) === 'password'
const typeOf = (attributes: Tag['attributes']) => attributes.get('type')?.trim().toLowerCase()
