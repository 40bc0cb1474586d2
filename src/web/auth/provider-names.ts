import { providerAccountLabels } from '#contract/auth.ts';
import type { Provider } from '#contract/auth.ts';

/** As the providers themselves want to be named in a text. */
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

/** The provider whose account stands in the place of a login id; null for a member with an id of their own. */
export const providerOf = (loginId: string): Provider | null => byAccount.get(loginId) ?? null;
