import { createCacheRules } from '#platform/server/http/cache/cache-rules.ts';
import { allEndpoints } from '../api.ts';
import { guestPages } from './site-pages.ts';

/** Which responses of the API and which pages the response cache stores or shares. */
export const siteCacheRules = createCacheRules(allEndpoints, guestPages);
