import { expect, test } from 'vitest'
import { hiddenFields, loginFieldNames } from './login-form.ts'

const page = `
  <form action="/search"><input type="hidden" name="other" value="no"><input name="q"></form>
  <FORM method=post>
    <input type='hidden' name='csrfmiddlewaretoken' value='a&amp;b&#x27;&#34;c'>
    <input value="next page" name=next type=hidden>
    <input type="hidden" name="empty">
    <input name="username"><INPUT TYPE=password name="password">
  </FORM>`

test('the hidden fields are those of the form that takes a password, with entities resolved', () => {
  expect([...hiddenFields(page)]).toEqual([
    ['csrfmiddlewaretoken', `a&b'"c`],
    ['next', 'next page'],
    ['empty', ''],
  ])
})

test('without such a form they are those of the whole page', () => {
  expect([...hiddenFields('<input type=hidden name=a value=1>')]).toEqual([['a', '1']])
})

test('a login form is known by the names of its fields', () => {
  expect(loginFieldNames(page)).toEqual(['csrfmiddlewaretoken', 'empty', 'next', 'password', 'username'])
  expect(loginFieldNames('<form><input name=q></form>')).toBeUndefined()
})
