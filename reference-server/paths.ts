import type { PathFamily } from './choices.ts'

/** Where each operation stands, behind the base path. */
export interface Paths {
  login: Record<PathFamily, string>
  secondStep: Record<PathFamily, string>
  list: Record<PathFamily, string>
  webLogin: string
  home: string
  logOut: string
  referencePage: { below: string; from: string }
}

export function createPaths(): Paths {
  return {
    login: { 'users-v1': '/api/users/v1/auth/', v1: '/api/v1/authentication/auth/' },
    // The newer family's second step is not shown; this one follows its login's name.
    secondStep: { 'users-v1': '/api/users/v1/otp/auth/', v1: '/api/v1/authentication/otp/auth/' },
    list: { 'users-v1': '/api/users/v1/users/', v1: '/api/v1/users/users/' },
    // Where the web login stands is not shown.
    webLogin: '/auth/login/',
    home: '/auth/home/',
    logOut: '/auth/logout/',
    referencePage: { below: '/docs', from: '/api/docs/' },
  }
}
