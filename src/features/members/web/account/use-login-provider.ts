import { memberEndpoints } from '#core/auth/contract/members.ts';
import { providerOf } from '#platform/contract/social-providers.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';

/**
 * The provider that the member logs in with: null for a password of this site, undefined while unknown. `isPending` is true during
 * the first request.
 */
export const useLoginProvider = () => {
  const { data: profile, isFetched } = useApiQuery(memberEndpoints.profile, {});
  // A retry after a failure is not pending: otherwise a form that needs the profile would be unmounted and mounted again.
  return { provider: profile === undefined ? undefined : providerOf(profile.loginId), isPending: !isFetched };
};
