import { expect, test } from 'vitest'
import { formAction, hiddenFields, loginFieldNames } from './login-form.ts'

const page = `
  <form action="/search"><input type="hidden" name="other" value="no"><input name="q"></form>
  <FORM method=post>
    <input type='hidden' name='csrfmiddlewaretoken' value='a&amp;b&#x27;&#34;c'>
    <input value="next page" name=next type=hidden>
    <input type="hidden" name="empty">
    <input name="username"><INPUT TYPE=password name="password">
  </FORM>`

const hidden = (name: string) => `<INPUT TYPE = "hidden" NAME = '${name}'>`

test('the hidden fields are those of the form that takes a password, with entities resolved', () => {
  expect([...hiddenFields(page)]).toEqual([
    ['csrfmiddlewaretoken', `a&b'"c`],
    ['next', 'next page'],
    ['empty', ''],
  ])
})

test('without such a form they are those of the whole page', () => {
  expect([...hiddenFields('<input type=hidden name=a value=1>')]).toEqual([['a', '1']])
  expect([...hiddenFields(`<form>${hidden('a')}</form> ${hidden('b')}`).keys()]).toEqual(['a', 'b'])
  expect([...hiddenFields('no page').keys()]).toEqual([])
})

test('a login form is known by the names of its fields', () => {
  expect(loginFieldNames(page)).toEqual(['csrfmiddlewaretoken', 'empty', 'next', 'password', 'username'])
  expect(loginFieldNames(`<form><input type = 'password' NAME=p>${hidden('h')}<input></form>`)).toEqual([
    '',
    'h',
    'p',
  ])
  expect(loginFieldNames('<form><input name=q></form>')).toBeUndefined()
  expect(loginFieldNames('no form')).toBeUndefined()
})

test('the form says where it is sent to, in any spelling', () => {
  const action = (tag: string) => formAction(`<p>${tag}<input type=password name=p></form>`)
  expect(action('<form action="/log&amp;in">')).toBe('/log&in')
  expect(action("<FORM id=x action='/in'>")).toBe('/in')
  expect(action('<form action = /in >')).toBe('/in')
  expect(action('<form action="">')).toBeUndefined()
  expect(action('<form data-action="/x">')).toBeUndefined()
  expect(formAction('<form action="/search"><input name=q></form>')).toBeUndefined()
  expect(formAction(page)).toBeUndefined()
})

test('what is no entity stays as it is', () => {
  const [value] = hiddenFields(
    '<input type=hidden name=a value="&nbsp; &#65;&#x42; &lt;&gt;&apos; &">',
  ).values()
  expect(value).toBe("&nbsp; AB <>' &")
})

test('fields without a name and fields that are shown are not sent as hidden ones', () => {
  const form = '<input type=hidden value=1><input name=seen value=2><input data-name=x type=hidden>'
  expect([...hiddenFields(form)]).toEqual([])
})
