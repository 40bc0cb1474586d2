import { sampleEndpoints } from '../../contract/sample.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { countSampleContent, removeSampleContent } from './sample-content.ts';

export const sampleRoutes: readonly Route[] = [
  defineRoute(sampleEndpoints.sampleContent, (_, { db }) => countSampleContent(db)),

  defineRoute(sampleEndpoints.removeSampleContent, ({ audit }, { db }) => removeSampleContent(db, audit)),
];
