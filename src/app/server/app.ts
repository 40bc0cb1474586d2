import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { createLoginLimiter } from '#core/auth/server/login/login-concurrency.ts';
import { createAuthenticator } from '#core/auth/server/sessions/authenticate.ts';
import { createSettingsRoutes } from '#core/content/server/admin-routes.ts';
import { createLegalDocumentRoutes } from '#core/content/server/legal/routes.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { handleError } from '#platform/server/http/error-handler.ts';
import { mountRoutes } from '#platform/server/http/mount-routes.ts';
import {
  admitWrites,
  createAdmissionController,
  shedLoad,
} from '#platform/server/http/overload/load-shedder.ts';
import { createRateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { measureRequests, type OnRequestMetric } from '#platform/server/http/request-metrics.ts';
import { setSecurityHeaders } from '#platform/server/http/security/security-headers.ts';
import { mountApiDocs } from './api-docs.ts';
import { allEndpoints } from './api.ts';
import { connectionRoutes } from './connections/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { features, purposes, sections } from './features.ts';
import { notificationRoutes } from './messages/routes.ts';
import { createWriteProbe } from './operations/monitoring/write-probe.ts';
import { createRestoreUpload, type RestoreUploadOptions } from './restore/restore-upload.ts';
import { createRestoreRoutes, mountRestoreUpload } from './restore/routes.ts';
import { sampleRoutes } from './sample/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { joinedContentRoutes } from './site/content-routes.ts';

interface AppOptions {
  /** Called for every request that the app has handled, except the API requests that the server makes to render a page. */
  readonly onRequestMetric?: OnRequestMetric | undefined;
  /** Absent: the app has no response cache. */
  readonly responseCache?: ResponseCache | undefined;
  /** Returns the current event-loop delay in milliseconds. Absent: the load shedder assumes no delay. */
  readonly eventLoopDelay?: () => number;
  /** Seconds by which this machine's clock differs from the database's, if that is a fault. Absent: 0. */
  readonly clockDifferenceS?: () => number;
  /** Absent: no backup can be restored by upload. */
  readonly restore?: RestoreUploadOptions;
}

/** Creates the app with the API and what the features mount. The caller mounts the pages and serves the static assets. */
export const createApp = (
  deps: Deps,
  {
    onRequestMetric,
    responseCache,
    eventLoopDelay = () => 0,
    clockDifferenceS = () => 0,
    restore = {},
  }: AppOptions = {},
): Hono => {
  const app = new Hono();
  app.onError((error, context) => handleError(context, error, deps.log));
  app.notFound((context) => handleError(context, appError('NOT_FOUND'), deps.log));
  if (onRequestMetric !== undefined) app.use(measureRequests(onRequestMetric));
  const secure = setSecurityHeaders(deps.env.publicUrl);
  app.use(secure);
  app.use(compress({ encoding: 'gzip' }));
  // Cached responses are cheap, so they are exempt from load shedding. They are stored with their security headers.
  if (responseCache !== undefined) app.use(responseCache.middleware, secure);
  const admission = createAdmissionController({ eventLoopDelay });
  app.use(shedLoad(admission));

  const findWriteFailure = createWriteProbe(deps);
  app.get('/livez', (context) => context.text('ok'));
  app.get('/healthz', async (context) => {
    const failure = await findWriteFailure();
    if (failure !== null) return context.text(failure, 503);
    const seconds = clockDifferenceS();
    return seconds === 0 ? context.text('ok') : context.text(`clock_differs: ${seconds} s`, 503);
  });

  const limitRate = createRateLimiter(deps);
  const restoreUpload = createRestoreUpload(deps, restore);
  mountApiDocs(app, limitRate, deps);
  // Calendar clients poll the whole file; an unchanged one is answered with 304 to those that send the ETag back.
  app.use('/api/calendar/*', etag());
  mountRoutes(
    app,
    allEndpoints,
    [
      ...features.flatMap(({ routes = [] }) => routes),
      ...createLegalDocumentRoutes(purposes),
      ...createSettingsRoutes(sections),
      ...connectionRoutes,
      ...customerRoutes,
      ...deskRoutes,
      ...exportRoutes,
      ...notificationRoutes,
      ...createRestoreRoutes(restoreUpload),
      ...sampleRoutes,
      ...searchRoutes,
      ...joinedContentRoutes,
    ],
    {
      admitWrite: admitWrites(admission),
      admitLogin: createLoginLimiter(),
      authenticate: createAuthenticator(deps, limitRate),
      limitRate,
    },
    deps,
  );
  app.all('/api/*', (context) => context.notFound());
  mountRestoreUpload(app, limitRate, deps, restoreUpload);
  for (const { mount } of features) mount?.(app, limitRate, deps);
  return app;
};
