/** The paths to which the API client and a login redirect. */
export const loginPaths = {
  home: '/',
  login: '/login',
  oauthSuccess: '/oauth-success',
  socialExtra: '/social-extra',
} as const;
