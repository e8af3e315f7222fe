import { tagsOf, type Tag } from './html-tags.ts'

/**
 * Sorted names of the visible fields of the form that takes a password; undefined if the page has no such form. Hidden fields
 * may differ between two answers of one page, as where one of them says which page comes next.
 */
export const loginFieldNames = (html: string): string[] | undefined =>
  passwordForm(tagsOf(html))
    ?.inputs.filter(({ attributes }) => typeOf(attributes) !== 'hidden')
    .map(({ attributes }) => attributes.get('name') ?? '')
    .sort()

/** Named fields of that form, in the order of the page. The type is in lower case, `text` by default. */
export function loginInputs(html: string): { name: string; type: string }[] {
  const inputs = passwordForm(tagsOf(html))?.inputs ?? []
  return inputs.flatMap(({ attributes }) => {
    const name = attributes.get('name')
    return name ? [{ name, type: typeOf(attributes) || 'text' }] : []
  })
}

/** Values of the hidden fields, by name, in the first form that takes a password, or in the whole page if there is none. */
export function hiddenFields(html: string): Map<string, string> {
  const tags = tagsOf(html)
  const fields = new Map<string, string>()
  for (const { attributes } of passwordForm(tags)?.inputs ?? tags.filter(isInput)) {
    const name = attributes.get('name')
    if (typeOf(attributes) === 'hidden' && name) fields.set(name, attributes.get('value') ?? '')
  }
  return fields
}

/** The action of the form that takes a password; undefined if the form is sent to the page itself. */
export const formAction = (html: string): string | undefined =>
  passwordForm(tagsOf(html))?.form.attributes.get('action') || undefined

interface Form {
  form: Tag
  inputs: Tag[]
}

/** The first form that takes a password. A form that is never closed extends to the end of the page. */
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
