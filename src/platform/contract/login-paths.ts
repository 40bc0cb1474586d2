/** The pages to which the API client and a login lead. */
export const loginPaths = {
  home: '/',
  login: '/login',
  oauthSuccess: '/oauth-success',
  socialExtra: '/social-extra',
} as const;
