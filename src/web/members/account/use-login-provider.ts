import { memberEndpoints } from '#contract/members.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { providerOf } from '#web/auth/provider-names.ts';

/**
 * The provider by which this member logs in: null for a password of their own, undefined where it is not known. `isPending`:
 * it may be known in a moment.
 */
export const useLoginProvider = () => {
  const { data: profile, isFetched } = useApiQuery(memberEndpoints.profile, {});
  // Asked again after a failure, by a form that needs the profile too, it is not pending: that form would go and come.
  return { provider: profile === undefined ? undefined : providerOf(profile.loginId), isPending: !isFetched };
};
