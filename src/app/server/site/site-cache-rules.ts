import { guestPaths, pathsWrittenByMembers } from '#core/content/contract/page-paths.ts';
import { createCacheRules } from '#platform/server/http/cache/cache-rules.ts';
import { allEndpoints } from '../../contract/api.ts';

/** Which responses of the API and which pages the response cache stores. */
export const siteCacheRules = createCacheRules(allEndpoints, { guestPaths, pathsWrittenByMembers });
