import { expect, test } from 'vitest'
import { captchaIn } from './captcha.ts'
import { answerOf } from './testing/answers.ts'

test.for<[content: unknown, type: string, named: string | undefined]>([
  ['<form><input type="text" name="captcha_1" required></form>', 'text/html', 'captcha_1'],
  ['<div class="g-recaptcha" data-sitekey="x"></div>', 'text/html', 'g-recaptcha'],
  ['<div class="cf-turnstile"></div>', 'text/html; charset=utf-8', 'cf-turnstile'],
  ["<input name='id_captcha'>", 'text/html', 'id_captcha'],
  ['<p>No captcha here: <input name="password"></p>', 'text/html', undefined],
  ['<input name="password">', 'text/html', undefined],
  ['', 'text/html', undefined],
  [{ captcha: ['This field is required.'] }, 'application/json', 'captcha'],
  [{ error: 'captcha_required', msg: 'no' }, 'application/json', 'error'],
  [{ code: 'NEED_CAPTCHA' }, 'application/json', 'code'],
  [{ captcha_required: false, error: 'wrong' }, 'application/json', undefined],
  [{ captcha: null }, 'application/json', undefined],
  [['captcha'], 'application/json', undefined],
  ['{"captcha', 'application/json', undefined],
])('%j as %s names %s', ([content, type, named]) =>
  expect(captchaIn(answerOf(content, 200, [['Content-Type', type]]).exchange)).toBe(named),
)

test('a page of nothing but the word is searched in no time', () => {
  const page = 'captcha'.repeat(30_000)
  expect(captchaIn(answerOf(page, 200, [['Content-Type', 'text/html']]).exchange)).toBeUndefined()
})
