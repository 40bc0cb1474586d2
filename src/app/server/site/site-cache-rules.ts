import { createCacheRules } from '#platform/server/http/cache/cache-rules.ts';
import { guestPaths, pathsWrittenByMembers } from '../../contract/pages.ts';
import { allEndpoints } from '../api.ts';

/** Which responses of the API and which pages the response cache stores. */
export const siteCacheRules = createCacheRules(allEndpoints, { guestPaths, pathsWrittenByMembers });
