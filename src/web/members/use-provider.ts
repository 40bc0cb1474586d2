import type { Provider } from '#contract/auth.ts';
import { memberEndpoints } from '#contract/members.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { providerOf } from '#web/auth/provider-names.ts';

interface KnownProvider {
  /** Null for a password of their own, undefined where it is not known. */
  readonly provider: Provider | null | undefined;
  /** Whether it may be known in a moment. */
  readonly isPending: boolean;
}

/** The provider by which this member logs in. */
export const useProvider = (): KnownProvider => {
  const { data: profile, isFetched } = useApiQuery(memberEndpoints.profile, {});
  // Asked again after a failure, by a form that needs the profile too, it is not pending: that form would go and come.
  return { provider: profile === undefined ? undefined : providerOf(profile.loginId), isPending: !isFetched };
};
