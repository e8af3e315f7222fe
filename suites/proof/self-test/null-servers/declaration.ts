/** Everything that can be declared, for a server that has none of it; the credentials are made up. */
export const nullDeclaration = (baseUrl: string): Record<string, unknown> => ({
  baseUrl,
  serverVersion: '2.10.0',
  debug: true,
  pathFamilies: ['users-v1', 'v1'],
  accounts: {
    plain: { username: 'ada', password: 'ada-Made-Up-11' },
    plain2: { username: 'dee', password: 'dee-Made-Up-22' },
    mfa: { username: 'bob', password: 'bob-Made-Up-33', otpSecret: '32QTZHQZVEIGULLDOVUV44OIUSFYPZPA' },
    mfa2: { username: 'cyd', password: 'cyd-Made-Up-44', otpSecret: 'NY6DLAFHVGA46P5R' },
  },
  privateTokens: {
    plain: { username: 'ada', token: '0f00ba11e47af8a3d267bf878f17ab9510649700' },
    mfa: { username: 'bob', token: '0f00ba112e728049648fc9eac78181fa663fc900' },
  },
  accessKeys: [
    {
      keyId: '00000000-d9b2-424d-8e2c-b10c09a0778b',
      keySecret: '00000000-ce80-454d-871f-1a34cd5306f2',
      username: 'ada',
    },
    {
      keyId: '00000000-5708-4a2c-ad83-3b49d4ac07a1',
      keySecret: '00000000-f493-4080-b0a9-bbd51406692d',
      username: 'dee',
    },
  ],
  session: { login: { url: '/login/', csrfField: 'csrfmiddlewaretoken', csrfCookie: 'csrftoken' } },
  limits: { timeoutMs: 1000, failedLogins: 0, failedLoginsPerAccount: 0 },
})
