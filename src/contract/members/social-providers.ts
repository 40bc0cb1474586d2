/** The social login providers, in the order of their buttons on the login page. */
export const providers = ['kakao', 'naver', 'google'] as const;
export type Provider = (typeof providers)[number];

/** Shown instead of a login id for social members, who have none. The space keeps a label from matching any login id. */
export const providerAccountLabels: Readonly<Record<Provider, string>> = {
  kakao: '카카오 계정',
  naver: '네이버 계정',
  google: 'Google 계정',
};

export const accountLabelOf = (provider: Provider | null): string =>
  provider === null ? '' : providerAccountLabels[provider];
