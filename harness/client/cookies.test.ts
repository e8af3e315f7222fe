import { expect, test } from 'vitest'
import { cookiesSet, reaches } from './cookies.ts'

test('cookies are read by name, with whatever the value holds, the last one winning', () => {
  const cookies = cookiesSet([
    ['Set-Cookie', 'sessionid=a=b==; Path=/; HttpOnly'],
    ['set-cookie', 'csrftoken = x y ;Secure'],
    ['SET-COOKIE', 'sessionid=second'],
    ['Content-Type', 'sessionid=not-a-cookie'],
    ['Set-Cookie', '=nameless'],
    ['Set-Cookie', 'no pair'],
    ['Set-Cookie', ''],
    ['Set-Cookie', 'n=1'],
  ])
  expect([...cookies]).toEqual([
    ['sessionid', 'second'],
    ['csrftoken', 'x y'],
    ['n', '1'],
  ])
})

test('a cookie that is taken back is empty', () => {
  const kept = (attributes: string) =>
    cookiesSet([['Set-Cookie', `sessionid=x;${attributes}`]]).get('sessionid')
  for (const gone of [' Max-Age=0', 'max-age=-10; Path=/', '  Max-Age = 0 ']) expect(kept(gone)).toBe('')
  for (const gone of [
    'expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ' Expires=Thu, 01-Jan-1970 00:00:01 GMT; path=/',
  ])
    expect(kept(gone)).toBe('')
  for (const here of [
    'Expires=Thu, 01 Jan 2032 00:00:00 GMT',
    'Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  ])
    expect(kept(here)).toBe('x')
  for (const here of [' Max-Age=10', ' Max-Age=01', ' X-Max-Age=0', ' Max-Age=0s'])
    expect(kept(here)).toBe('x')
})

test('a cookie of another path or domain that is taken back is another cookie', () => {
  const last = (...values: string[]) =>
    cookiesSet(values.map((value) => ['Set-Cookie', value] as const)).get('sessionid')
  expect(last('sessionid=x; Path=/', 'sessionid=; Max-Age=0; Path=/old/')).toBe('x')
  expect(last('sessionid=; Max-Age=0; Path=/old/', 'sessionid=x; Path=/')).toBe('x')
  expect(last('sessionid=x; Path=/', 'sessionid=; Max-Age=0; Path=/')).toBe('')
  expect(last('sessionid=; Max-Age=0; Path=/old/')).toBeUndefined()
  expect(last('sessionid=; Max-Age=0; Path=/; Domain=.old.example.com')).toBeUndefined()
  expect(last('sessionid=x; Path=/', 'sessionid=y; Path=/core')).toBe('x')
  expect(last('sessionid=x; Path=/app', 'sessionid=; Max-Age=0; Path=/app')).toBe('')
})

test.each<[attributes: string, setAt: string, reached: boolean]>([
  ['; Path=/', '/auth/login/', true],
  ['; path=/api', '/auth/login/', true],
  ['; Path=/api/v1/users/', '/auth/login/', true],
  ['; Path=/api/v1/users', '/auth/login/', true],
  ['; Path=/ap', '/auth/login/', false],
  ['; Path=/auth/', '/auth/login/', false],
  ['; Path=/; Path=/auth', '/auth/login/', false],
  ['', '/auth/login/', false],
  ['; HttpOnly', '/auth/login', false],
  ['', '/login', true],
  ['', '/login?next=/api/v1/', true],
  ['; Path=', '/login', true],
  ['; Path=api', '/api/login', true],
])('a cookie with "%s" set at %s reaches the list: %s', (attributes, setAt, reached) => {
  expect(reaches(`sessionid=x${attributes}`, setAt, '/api/v1/users/')).toBe(reached)
})
