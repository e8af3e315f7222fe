import { expect, test } from 'vitest'
import {
  baseOf,
  filledFields,
  formAction,
  hiddenFields,
  isMultipart,
  loginFieldNames,
  loginInputs,
} from './login-form.ts'

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

test('a login form is known by the names of its visible fields', () => {
  expect(loginFieldNames(page)).toEqual(['password', 'username'])
  expect(loginFieldNames(`<form><input type = 'password' NAME=p>${hidden('h')}<input></form>`)).toEqual([
    '',
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
    '<input type=hidden name=a value="&nosuch; &#65;&#x42; &eacute;&lt;&gt;&apos; &">',
  ).values()
  expect(value).toBe("&nosuch; AB é<>' &")
})

test('fields without a name and fields that are shown are not sent as hidden ones', () => {
  const form = '<input type=hidden value=1><input name=seen value=2><input data-name=x type=hidden>'
  expect([...hiddenFields(form)]).toEqual([])
})

test('a number that is no character ends nothing', () => {
  const [value] = hiddenFields(
    '<input type=hidden name=a value="&#99999999;&#xD800;&#0;&#x110000;b">',
  ).values()
  expect(value).toBe('\ufffd\ufffd\ufffd\ufffdb')
})

test('an input in a comment or a script is not a field, nor is an unclosed tag', () => {
  const field = '<input type=hidden name=a value=1>'
  expect([...hiddenFields(`<!-- ${field} --><script>"${field}"</script>`)]).toEqual([])
  expect([...hiddenFields(`<!-- ${field}`)]).toEqual([])
  expect([...hiddenFields('<input type=hidden name=a value="1')]).toEqual([])
})

// Searching to the end once per tag would take seconds to minutes for each of these pages, and the test would time out.
test.for<[what: string, page: string]>([
  ['tags that never end', '<input '.repeat(150_000)],
  ['forms that never end', '<form>'.repeat(170_000)],
  ['quotes that never end', '<input name="'.repeat(80_000)],
  ['attributes without end', `<input ${'a '.repeat(500_000)}`],
  ['attributes of one tag', `<input ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ')}>`],
  ['white space', `<input type${' '.repeat(1_000_000)}x`],
  ['comments that never end', '<!--'.repeat(250_000)],
  ['scripts that never end', '<script>'.repeat(120_000)],
  ['entities that never end', `<input value="${'&#'.repeat(500_000)}">`],
])('%s are read once', ([, page]) => {
  expect([loginFieldNames(page), formAction(page)]).toEqual([undefined, undefined])
})

test('a form to register does not count if another one logs in', () => {
  const register = `<form action="/register"><input name="username"><input type="password" name="p1">
    <input type="password" name="p2">${hidden('r')}</form>`
  const invite = `<form action="/invite"><input name="mail"><input type="password" name="password">${hidden('i')}</form>`
  const logIn = `<form action="/login"><input name="username"><input type="password" name="password">${hidden('l')}</form>`
  expect(formAction(register + logIn)).toBe('/login')
  expect(formAction(invite + logIn, ['username', 'password'])).toBe('/login')
  expect([...hiddenFields(invite + register + logIn, ['username', 'password']).keys()]).toEqual(['l'])
  expect(formAction(register)).toBe('/register')
})

test('a browser also sends ticked boxes, selected and filled-in values, and the button that Enter presses', () => {
  const form = `<form>${hidden('h')}<input name=username value=guest><input type=password name=p>
    <select name=realm><option value=local>Local<option value=ldap selected>LDAP</select>
    <select name=lang><option value=en>English<option value=zh>Chinese</select><select><option value=no></select>
    <input type=checkbox name=remember checked><input type=checkbox name=public>
    <input type=radio name=term value=short><input type=radio name=term value=long checked>
    <input name=off value=1 disabled><input type=reset name=reset><button type=button name=help></button>
    <button name=action value=login>Log in</button><input type=submit name=cancel></form>`
  expect([...filledFields(form)]).toEqual([
    ['h', ''],
    ['username', 'guest'],
    ['p', ''],
    ['realm', 'ldap'],
    ['lang', 'en'],
    ['remember', 'on'],
    ['term', 'long'],
    ['action', 'login'],
  ])
  expect(loginInputs(form).some(({ name }) => ['action', 'realm'].includes(name))).toBe(false)
  expect([...filledFields(hidden('a')).keys()]).toEqual(['a'])
})

test('fields outside the form may name it', () => {
  const field = (name: string, more = '') => `<input name=${name} form="in" ${more}>`
  const outside = `${field('username', 'value=guest')}${field('p', 'type=password')}<select name=realm form=in>
    <option value=ldap></select>${field('csrf', 'type=hidden value=1')}<input type=hidden name=no form=other>`
  const html = `<form action="/search"><input name=q>${outside}</form><form id=in action="/login"><input type=hidden name=own></form>`
  expect(formAction(html)).toBe('/login')
  expect(Object.fromEntries(filledFields(html))).toEqual({
    username: 'guest',
    p: '',
    realm: 'ldap',
    csrf: '1',
    own: '',
  })
})

test('the button that Enter presses may say where and how the form is sent', () => {
  const page = (form: string, buttons: string) =>
    `<form ${form}><input type=password name=p><button type=button formaction=/no></button>${buttons}</form>`
  const own = page('action=/search', '<button formaction=/in formenctype=Multipart/form-data></button>')
  expect([formAction(own), isMultipart(own)]).toEqual(['/in', true])
  const second = page('enctype=multipart/form-data', '<button></button><button formaction=/sso></button>')
  expect([formAction(second), isMultipart(second)]).toEqual([undefined, true])
  expect(isMultipart(page('', ''))).toBe(false)
})

test('a form in a template is not in the page', () => {
  const form = (at: string) => `<form action=${at}><input type=password name=p></form>`
  expect(formAction(`<template>${form('/no')}</template>${form('/in')}`)).toBe('/in')
})

test('a page says what its URLs are relative to', () => {
  expect(baseOf('<base target=_top><BASE HREF="/sso/"><base href="/no/">')).toBe('/sso/')
  expect(baseOf(page)).toBe('')
})
