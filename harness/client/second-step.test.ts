import { describe, expect, test } from 'vitest'
import { resolveOtpUrl } from './second-step.ts'

const bare = { origin: 'http://127.0.0.1:8080', prefix: '' }
const prefixed = { origin: 'http://127.0.0.1:8080', prefix: '/sso' }

describe('the path that otp_url names', () => {
  test.for<[otpUrl: string, target: string, prefixedTarget: string]>([
    ['/api/users/v1/otp/auth/', '/api/users/v1/otp/auth/', '/sso/api/users/v1/otp/auth/'],
    ['/any/where?step=2&x=%20', '/any/where?step=2&x=%20', '/sso/any/where?step=2&x=%20'],
    ['api/otp/', '/api/otp/', '/sso/api/otp/'],
    ['http://127.0.0.1:8080/otp', '/otp', '/sso/otp'],
    ['/sso/otp', '/sso/otp', '/sso/otp'],
    ['/ssother/otp', '/ssother/otp', '/sso/ssother/otp'],
  ])('%s', ([otpUrl, target, prefixedTarget]) => {
    expect(resolveOtpUrl(otpUrl, bare)).toBe(target)
    expect(resolveOtpUrl(otpUrl, prefixed)).toBe(prefixedTarget)
  })
})

describe('no code is sent to another origin', () => {
  test.for([
    'http://elsewhere.example/otp',
    'https://127.0.0.1:8080/otp',
    'http://127.0.0.1:8081/otp',
    '//elsewhere.example/otp',
    String.raw`\\elsewhere.example/otp`,
    'http://127.0.0.1:8080@elsewhere.example/otp',
    'javascript:alert(1)',
  ])('%s', (otpUrl) => {
    expect(() => resolveOtpUrl(otpUrl, bare)).toThrow('names another origin')
  })

  test('and none to what is no address', () => {
    expect(() => resolveOtpUrl('http://', bare)).toThrow('otp_url is no path')
  })
})
