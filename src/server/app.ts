import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { allEndpoints } from '#contract/api.ts';
import { appError } from '#contract/errors.ts';
import { createLoginLimiter } from '#server/auth/login/login-concurrency.ts';
import { createAuthenticator } from '#server/auth/sessions/authenticate.ts';
import { authRoutes } from './auth/routes.ts';
import { mountSocialLogin } from './auth/social/routes.ts';
import type { Deps } from './deps.ts';
import { handleError } from '#server/http/error-handler.ts';
import type { ResponseCache } from './http/cache/response-cache.ts';
import { mountApiDocs } from '#server/http/api-docs.ts';
import { createRateLimiter } from '#server/http/overload/rate-limiter.ts';
import { mountRoutes } from '#server/http/mount-routes.ts';
import { measureRequests, type OnRequestMetric } from '#server/http/request-metrics.ts';
import { setSecurityHeaders } from '#server/http/security/security-headers.ts';
import { admitWrites, createAdmissionController, shedLoad } from './http/overload/load-shedder.ts';
import { adminMemberRoutes } from './members/admin/routes.ts';
import { privateFileRoutes } from './private-files/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { sampleRoutes } from '#server/sample/routes.ts';
import { staffRoutes } from '#server/members/staff/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { adminPhotoRoutes } from './photos/admin-routes.ts';
import { createUploadAdmission } from '#server/photos/upload/admit-upload.ts';
import { mountUploads } from '#server/photos/upload/upload-endpoint.ts';
import { photoRoutes } from './photos/routes.ts';
import { servePhoto } from '#server/photos/gallery/serve-photo.ts';
import { serveShareImage } from '#server/photos/gallery/share-image.ts';
import { adminQuestionRoutes } from './questions/admin-routes.ts';
import { questionRoutes } from './questions/routes.ts';
import { adminReservationRoutes } from '#server/reservations/admin/routes.ts';
import { calendarRoutes } from '#server/reservations/calendar/routes.ts';
import { reservationRoutes } from './reservations/routes.ts';
import { createSettingsRoutes } from './studio/admin-routes.ts';
import { legalRoutes } from './studio/legal/routes.ts';
import { exportRoutes } from '#server/members/export/routes.ts';
import { messageExampleRoutes } from '#server/notifications/message-examples.ts';
import { hoursRoutes } from '#server/reservations/hours/routes.ts';
import { sectionHooks } from './features.ts';
import { withdrawalRoutes } from './withdrawal-preview.ts';
import { studioRoutes } from './studio/routes.ts';
import { scheduleRoutes } from '#server/reservations/slots/routes.ts';

interface AppOptions {
  /** Called for every finished request. */
  readonly onRequestMetric?: OnRequestMetric | undefined;
  /** Absent: no response is cached. */
  readonly responseCache?: ResponseCache | undefined;
  /** Returns the current event-loop delay in milliseconds. Absent: the load shedder assumes no delay. */
  readonly eventLoopDelay?: () => number;
  /** Seconds by which this machine's clock differs from the database's, if that is a fault. Absent: 0. */
  readonly clockDifferenceS?: () => number;
}

/** Creates the app with the API, photos, uploads and social login. Pages and static assets are added by the caller. */
export const createApp = (
  deps: Deps,
  { onRequestMetric, responseCache, eventLoopDelay = () => 0, clockDifferenceS = () => 0 }: AppOptions = {},
): Hono => {
  const app = new Hono();
  app.onError((error, context) => handleError(context, error, deps.log));
  app.notFound((context) => handleError(context, appError('NOT_FOUND'), deps.log));
  if (onRequestMetric !== undefined) app.use(measureRequests(onRequestMetric));
  const secure = setSecurityHeaders(deps.settings.publicUrl);
  app.use(secure);
  app.use(compress({ encoding: 'gzip' }));
  // Cached responses are cheap, so they are exempt from load shedding. They are stored with their security headers.
  if (responseCache !== undefined) app.use(responseCache.middleware, secure);
  const admission = createAdmissionController({ eventLoopDelay });
  app.use(shedLoad(admission));

  app.get('/livez', (context) => context.text('ok'));
  app.get('/healthz', async (context) => {
    await deps.db.execute(sql`select 1`);
    const seconds = clockDifferenceS();
    return seconds === 0 ? context.text('ok') : context.text(`clock_differs: ${seconds} s`, 503);
  });

  const limitRate = createRateLimiter(deps);
  mountApiDocs(app, limitRate, deps);
  // Calendar clients poll the whole file; with an ETag most of these requests get a 304.
  app.use('/api/calendar/*', etag());
  mountRoutes(
    app,
    allEndpoints,
    [
      ...photoRoutes,
      ...adminPhotoRoutes,
      ...authRoutes,
      ...memberRoutes,
      ...withdrawalRoutes,
      ...exportRoutes,
      ...privateFileRoutes,
      ...adminMemberRoutes,
      ...reservationRoutes,
      ...scheduleRoutes,
      ...hoursRoutes,
      ...calendarRoutes,
      ...adminReservationRoutes,
      ...questionRoutes,
      ...adminQuestionRoutes,
      ...notificationRoutes,
      ...messageExampleRoutes,
      ...staffRoutes,
      ...deskRoutes,
      ...sampleRoutes,
      ...studioRoutes,
      ...legalRoutes,
      ...createSettingsRoutes(sectionHooks),
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
  app.get('/photos/:key', servePhoto(deps));
  app.get('/share-image/:file', serveShareImage(limitRate, deps));
  mountUploads(app, deps, createUploadAdmission(deps));
  mountSocialLogin(app, limitRate, deps);
  return app;
};
