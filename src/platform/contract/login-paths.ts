/** The paths to which the API client and a login redirect. */
export const loginPaths = {
  home: '/',
  login: '/login',
  oauthSuccess: '/oauth-success',
  /** Where the trial of a social login ends. */
  connections: '/admin/settings/connections',
  socialExtra: '/social-extra',
} as const;
