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

/**
 * Values of the hidden fields, by name, in the form that takes a password, or in the whole page if there is none.
 * @param names the fields of the login form, as far as known
 */
export function hiddenFields(html: string, names: readonly string[] = []): Map<string, string> {
  const tags = tagsOf(html)
  const fields = new Map<string, string>()
  for (const { attributes } of passwordForm(tags, names)?.inputs ?? tags.filter(isInput)) {
    const name = attributes.get('name')
    if (typeOf(attributes) === 'hidden' && name) fields.set(name, attributes.get('value') ?? '')
  }
  return fields
}

/** The action of the form that takes a password; undefined if the form is sent to the page itself. `names` as above. */
export const formAction = (html: string, names: readonly string[] = []): string | undefined =>
  passwordForm(tagsOf(html), names)?.form.attributes.get('action') || undefined

/** What relative URLs of a page are relative to, if it says so; otherwise '', for the page itself. */
export const baseOf = (html: string): string =>
  tagsOf(html)
    .find(({ name, attributes }) => name === 'base' && attributes.has('href'))
    ?.attributes.get('href') ?? ''

/**
 * What a browser sends with the form that takes a password, besides what is typed: hidden fields, ticked boxes, values that are
 * filled in or selected, and the first button, which Enter presses. `names` as above.
 */
export function filledFields(html: string, names: readonly string[] = []): Map<string, string> {
  const form = passwordForm(tagsOf(html), names)
  if (!form) return hiddenFields(html)
  const fields = new Map<string, string>()
  const pressed = form.controls.find((tag) => kindOf(tag) === 'submit')
  let select: string | undefined
  for (const tag of form.controls) {
    const { attributes } = tag
    const [kind, name, value] = [kindOf(tag), attributes.get('name'), attributes.get('value')]
    if (kind === 'select') select = attributes.has('disabled') ? undefined : name
    else if (kind === 'option') {
      if (!select || value === undefined) continue
      if (attributes.has('selected') || !fields.has(select)) fields.set(select, value)
    } else if (name && !attributes.has('disabled')) {
      const isSent = buttons.has(kind) ? tag === pressed : !boxes.has(kind) || attributes.has('checked')
      if (isSent) fields.set(name, value ?? (boxes.has(kind) ? 'on' : ''))
    }
  }
  return fields
}

const boxes = new Set(['checkbox', 'radio'])
const buttons = new Set(['submit', 'button', 'reset', 'image', 'file'])
/** The type of an input or a button, or else the name of the tag. */
function kindOf(tag: Tag): string {
  if (isInput(tag)) return typeOf(tag.attributes) ?? 'text'
  return tag.name === 'button' ? (typeOf(tag.attributes) ?? 'submit') : tag.name
}

interface Form {
  form: Tag
  inputs: Tag[]
  /** Inputs, buttons, selects and options. */
  controls: Tag[]
}

/**
 * The form that takes a password: one with the fields named, or else one with a single password, since a form to register may
 * come first and ask for it twice.
 */
function passwordForm(tags: readonly Tag[], names: readonly string[] = []): Form | undefined {
  const fitness = ({ inputs }: Form) => {
    const has = (name: string) => inputs.some(({ attributes }) => attributes.get('name') === name)
    return 2 * Number(names.every(has)) + Number(inputs.filter(takesPassword).length === 1)
  }
  const forms = formsOf(tags).filter(({ inputs }) => inputs.some(takesPassword))
  return forms.toSorted((one, other) => fitness(other) - fitness(one))[0]
}

/** All forms of a page; one that is never closed extends to the next one's end, or to that of the page. */
function formsOf(tags: readonly Tag[]): Form[] {
  const forms: Form[] = []
  let open: Form | undefined
  for (const tag of tags) {
    if (tag.name === 'form' && open === undefined)
      forms.push((open = { form: tag, inputs: [], controls: [] }))
    else if (tag.name === '/form') open = undefined
    else if (isInput(tag)) open?.inputs.push(tag)
    if (isControl(tag)) open?.controls.push(tag)
  }
  return forms
}

const isControl = ({ name }: Tag) => ['input', 'button', 'select', 'option'].includes(name)
const isInput = ({ name }: Tag) => name === 'input'
const takesPassword = (tag: Tag) => isInput(tag) && typeOf(tag.attributes) === 'password'
const typeOf = (attributes: Tag['attributes']) => attributes.get('type')?.trim().toLowerCase()
