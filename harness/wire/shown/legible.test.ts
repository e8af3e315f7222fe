import { expect, test } from 'vitest'
import { onlyLegible } from './legible.ts'

test.each([
  'expected a rejection, but GET /api/v1/users/users/?limit=1 (Authorization: Bearer) answered 200 {"detail":"Not found."}',
  '{"count":2,"next":"http://127.0.0.1:8080/api/v1/users/users/?limit=1&offset=1","results":[{"id":"6f1c9d2e-7b3a-4f58-9c0d-e2a41b7788aa","username":"ada","email":"ada.lovelace+api@staff.example.org","date_joined":"2026-11-20 10:00:00 +0000","last_login":"2026-11-20T10:00:00.123456Z"}]}',
  '{"error":"auth_login_failed","msg":"用户名或密码错误，您还可以尝试6次（请求的token无效）"}',
  `django.db.utils.OperationalError: no such table: users_user (File "/srv/app/users/views.py", line 42, in get_user)`,
  "KeyError: 'keyId' in HttpRequestParser.parseHeaderFields, userHasMFA is false",
  'nginx/1.24.0 (Ubuntu) PHP/8.2.1 mod_wsgi/4.9.4 Python/3.11 OpenSSL/3.0.2',
  "default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.example.org; frame-ancestors 'none'",
  'Sat, 21 Nov 2026 10:00:00 GMT max-age=31536000; includeSubDomains text/html; charset=utf-8',
  'GET /api/v1/users/users/?limit=1&e=&a=%7e%2Fb%20c answered 302 to /login/?next=%2Fapi%2Fusers%2Fv1%2Fusers%2F',
  'Keine Berechtigung für Ärztekammer, naïve Benutzer: Вход запрещён, Δοκιμή',
  'tel. +49 (0)30 1234567, 12.50 EUR, 10,000 users, ±5 %, 3 < 4 && a != b -- ok?',
  '‹HTML, 1,234 characters, title "Log in"› *** {"token":"***"}',
  'answered 200: ‹JSON list of 5, 558 bytes, digest 3fa95c27›, for the first half',
  `{"a":"${'x'.repeat(100)}"}`,
])('a text of words, dates, addresses and ids stays: %s', (text) => expect(onlyLegible(text)).toBe(text))

test.each([
  ['seen e47af8a3d267bf878f17ab95106497e207b5f029 today', 'seen ‹40 characters› today'],
  ['{"a":"you sent 6uQsOF_\\"otE+X0$BPD\'jAmo@nF8, no"}', '{"a":"you sent ‹27 characters›, no"}'],
  ['{"6uQsOF_\\"otE+X0$BPD":1,"b":[2]}', '{"‹18 characters›":1,"b":[2]}'],
  ['W/"5f2-18c3a9b7d10"', 'W/"‹15 characters›"'],
  ['TT00kkeenn--ooff', '‹16 characters›'],
  ['Ddoonnaauu is no ddoonnaauu', '‹10 characters› is no ‹10 characters›'],
  ['on ada Zq7x b9Kt T3vB n9k t', 'on ada ‹18 characters› t'],
  ['пасѕword', '‹8 characters›'],
  ['ó \x81\x84ó \x81\xafó \x81\xaeó \x81\xa1', 'ó ‹14 characters›'],
  ['⡤⡯⡮⡡⡵⡤⡡⡭⡰⡦⡳⡣⡨⡩', '‹14 characters›'],
])('of what is no word only the length is told: %s', (text, shown) => expect(onlyLegible(text)).toBe(shown))

test('time grows with the length alone', () => {
  for (const part of ['a1', 'aB', '"', '\\"', '‹', '%4', '1.', '* ', 'a\u0301', '-']) {
    const started = performance.now()
    onlyLegible(part.repeat(20_000))
    expect(performance.now() - started, part).toBeLessThan(1000)
  }
})
