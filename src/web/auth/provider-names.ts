import { providerAccountLabels, type Provider } from '#contract/members/social-providers.ts';

/** Provider names in the form that the providers' brand guidelines require. */
export const providerNames: Readonly<Record<Provider, string>> = {
  kakao: '카카오',
  naver: '네이버',
  google: 'Google',
};

const byAccount = new Map(
  (Object.keys(providerAccountLabels) as Provider[]).map((provider) => [
    providerAccountLabels[provider],
    provider,
  ]),
);

/** The provider named in the login id of a social account; null for a member with their own login id. */
export const providerOf = (loginId: string): Provider | null => byAccount.get(loginId) ?? null;
