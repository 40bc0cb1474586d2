import type { Provider } from '#contract/auth.ts';
import { memberEndpoints } from '#contract/members.ts';
import { useApiQuery } from '#web/api/queries.tsx';
import { providerOf } from '#web/auth/provider-names.ts';

/** The provider by which this member logs in; null for a password of their own, undefined until it is known. */
export const useProvider = (): Provider | null | undefined => {
  const { data: profile, isPending } = useApiQuery(memberEndpoints.profile, {});
  if (isPending) return undefined;
  return profile === undefined ? null : providerOf(profile.loginId);
};
