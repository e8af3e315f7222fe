/** Routes of made-up subjects, by name. */
export const route = {
  login: 'POST /api/users/v1/auth/',
  newLogin: 'POST /api/v1/authentication/auth/',
  secondStep: 'POST /api/users/v1/otp/auth/',
  list: 'GET /api/users/v1/users/',
  newList: 'GET /api/v1/users/users/',
} as const
