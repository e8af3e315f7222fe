import { expect, test } from 'vitest'
import { cookiesSet } from './cookies.ts'

test('cookies are read by name, with whatever the value holds, the last one winning', () => {
  const cookies = cookiesSet([
    ['Set-Cookie', 'sessionid=a=b==; Path=/; HttpOnly'],
    ['set-cookie', 'csrftoken = x y ;Secure'],
    ['SET-COOKIE', 'sessionid=second'],
    ['Content-Type', 'sessionid=not-a-cookie'],
    ['Set-Cookie', '=nameless'],
    ['Set-Cookie', 'no pair'],
  ])
  expect([...cookies]).toEqual([
    ['sessionid', 'second'],
    ['csrftoken', 'x y'],
  ])
})

test('a cookie that is taken back is empty', () => {
  expect(cookiesSet([['Set-Cookie', 'sessionid=old; Max-Age=0']]).get('sessionid')).toBe('')
  expect(cookiesSet([['Set-Cookie', 'sessionid=old; max-age=-1; Path=/']]).get('sessionid')).toBe('')
  expect(cookiesSet([['Set-Cookie', 'sessionid=new; Max-Age=10']]).get('sessionid')).toBe('new')
})
