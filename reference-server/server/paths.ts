import type { Choices, PathFamily } from '../common/choices.ts'

/** The path of each operation, below the base path. */
export interface Paths {
  login: Record<PathFamily, string>
  secondStep: Record<PathFamily, string>
  list: Record<PathFamily, string>
  webLogin: string
  home: string
  logOut: string
  referencePage: { below: string; from: string }
}

export function createPaths(choices: Choices): Paths {
  return {
    login: { 'users-v1': '/api/users/v1/auth/', v1: '/api/v1/authentication/auth/' },
    secondStep: { 'users-v1': '/api/users/v1/otp/auth/', v1: choices.newerSecondStepPath },
    list: { 'users-v1': '/api/users/v1/users/', v1: '/api/v1/users/users/' },
    webLogin: choices.webLoginPath,
    home: choices.homePath,
    logOut: choices.logOutPath,
    referencePage: { below: '/docs', from: '/api/docs/' },
  }
}
