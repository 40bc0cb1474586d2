import { providerAccountLabels } from '#contract/auth.ts';
import type { Provider } from '#contract/auth.ts';

/** Provider names as the providers require them in text. */
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

/** The provider shown in place of a login id; null for a member with a login id. */
export const providerOf = (loginId: string): Provider | null => byAccount.get(loginId) ?? null;
