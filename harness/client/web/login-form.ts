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

/** Where the form that takes a password is sent to; undefined if to the page itself. `names` as above. */
export const formAction = (html: string, names: readonly string[] = []): string | undefined =>
  ofPressed(html, names, 'action')

/** True if that form is sent as multipart/form-data. `names` as above. */
export const isMultipart = (html: string, names: readonly string[] = []): boolean =>
  ofPressed(html, names, 'enctype')?.trim().toLowerCase() === 'multipart/form-data'

/** What the button that Enter presses says about sending the form, or else the form. */
function ofPressed(html: string, names: readonly string[], attribute: string): string | undefined {
  const form = passwordForm(tagsOf(html), names)
  const own = form && pressedOf(form)?.attributes.get(`form${attribute}`)
  return (own ?? form?.form.attributes.get(attribute)) || undefined
}

const pressedOf = ({ controls }: Form) => controls.find((tag) => kindOf(tag) === 'submit')

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
  const pressed = pressedOf(form)
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

/**
 * All forms of a page; one that is never closed extends to the next one's end, or to that of the page. A control may name its
 * form instead of being in it.
 */
function formsOf(tags: readonly Tag[]): Form[] {
  const forms = new Map<Tag, Form>()
  const named = new Map<string | undefined, Form>()
  for (const form of tags.filter(({ name }) => name === 'form')) {
    const empty = { form, inputs: [], controls: [] }
    forms.set(form, empty)
    const id = form.attributes.get('id')
    if (id && !named.has(id)) named.set(id, empty)
  }
  let open: Form | undefined
  let own: Form | undefined
  for (const tag of tags) {
    if (tag.name === 'form') open ??= forms.get(tag)
    else if (tag.name === '/form') open = undefined
    if (!isControl(tag)) continue
    const { attributes, name } = tag
    // An option is where its select is.
    if (name !== 'option') own = attributes.has('form') ? named.get(attributes.get('form')) : open
    if (isInput(tag)) own?.inputs.push(tag)
    own?.controls.push(tag)
  }
  return [...forms.values()]
}

const isControl = ({ name }: Tag) => ['input', 'button', 'select', 'option'].includes(name)
const isInput = ({ name }: Tag) => name === 'input'
const takesPassword = (tag: Tag) => isInput(tag) && typeOf(tag.attributes) === 'password'
const typeOf = (attributes: Tag['attributes']) => attributes.get('type')?.trim().toLowerCase()
