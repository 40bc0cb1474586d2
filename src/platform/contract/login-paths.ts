/** The paths that the API client and a login need. */
export const loginPaths = {
  home: '/',
  login: '/login',
  oauthSuccess: '/oauth-success',
  socialExtra: '/social-extra',
} as const;
