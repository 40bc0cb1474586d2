/** The social login providers, in the order of their buttons on the login page. */
export const providers = ['kakao', 'naver', 'google'] as const;
export type Provider = (typeof providers)[number];

/** Spelled as the providers' brand guidelines require. */
export const providerNames: Readonly<Record<Provider, string>> = {
  kakao: '카카오',
  naver: '네이버',
  google: 'Google',
};

/** Shown instead of a login id for social members, who have none. The space keeps a label from matching any login id. */
export const accountLabelOf = (provider: Provider | null): string =>
  provider === null ? '' : `${providerNames[provider]} 계정`;

/** The provider whose account label is shown instead of a login id; null for a member's own login id. */
export const providerOf = (loginId: string): Provider | null =>
  providers.find((provider) => accountLabelOf(provider) === loginId) ?? null;
