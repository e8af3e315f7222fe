// Words that servers often mishandle, grouped by where they are inserted.

export const methods = 'GET POST PUT PATCH DELETE OPTIONS HEAD TRACE PROPFIND M-SEARCH'.split(' ')
export const targetParts = '%00 %zz % .. / // %2f %2e%2e ? # ; __proto__ constructor * \u00ff \\'.split(' ')
export const values = [
  '',
  ' ',
  ',',
  '"',
  '""',
  'null',
  '\u00e4',
  '\u0001',
  'a'.repeat(4000),
  '=',
  '%00',
  '-1',
  '1e999',
  "' OR 1=1 --",
]
export const schemes = ['Bearer', 'Token', 'Signature', 'Basic', 'bearer', 'Negotiate', '']
export const types = [
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded; charset=latin1',
  '',
  '/',
]
export const parameters = ['keyId', 'algorithm', 'headers', 'signature', 'created', 'expires', 'nonsense']
export const bodies = [
  'null',
  '[]',
  '{}',
  '"x"',
  '1e400',
  '{"username":{"$ne":1},"password":[]}',
  '{"__proto__":{"username":"dee"},"password":"x"}',
  '{"constructor":{"prototype":{}}}',
  '{"username":"dee","username":"bob","password":"x"}',
  '{"username":"\\ud800","password":"\\u0000"}',
  '\ufeff{"username":"dee","password":"x"}',
  'username=dee&username=bob&password=x',
  'username[a]=b&password[]=c',
  'username=%ff%fe&password=%',
  '&&&=&=',
]

export const oddHeaders: Record<string, readonly string[]> = {
  Date: ['now', '0', 'Sat, 21 Nov 2026 12:00:00 GMT', 'Sat, 99 Foo 2026 12:00:00 GMT'],
  Accept: values,
  Origin: ['null', 'http://x', ...values],
  Expect: ['100-continue', '200-ok'],
  Upgrade: ['websocket', 'h2c', 'TLS/1.0'],
  'Content-Encoding': ['gzip', 'br', 'x'],
  'X-HTTP-Method-Override': ['DELETE', 'GET'],
}
