import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { api } from '#contract/api.ts';
import { refuse } from '#contract/errors.ts';
import { createAdmission } from './auth/admit-login.ts';
import { createIdentify } from './auth/identify.ts';
import { authRoutes } from './auth/routes.ts';
import { mountSocialLogin } from './auth/social/routes.ts';
import { ping } from './db/ping.ts';
import type { Deps } from './deps.ts';
import { answerError } from './http/answer-error.ts';
import type { ResponseCache } from './http/cache/response-cache.ts';
import { answerDocs } from './http/docs-page.ts';
import { createRateLimiter } from './http/limit-rate.ts';
import { mountEndpoints } from './http/mount.ts';
import { observeRequests } from './http/observe-requests.ts';
import type { OnAnswer } from './http/observe-requests.ts';
import { buildOpenApi } from './http/openapi.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { admitWrites, createAdmissionController, shedLoad } from './http/overload/load-shedder.ts';
import { memberRoutes } from './members/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { adminPhotoRoutes } from './photos/admin-routes.ts';
import { mountUploads } from './photos/receive-upload.ts';
import { photoRoutes } from './photos/routes.ts';
import { servePhoto } from './photos/serve-photo.ts';
import { adminQuestionRoutes } from './questions/admin-routes.ts';
import { questionRoutes } from './questions/routes.ts';
import { adminReservationRoutes } from './reservations/admin-routes.ts';
import { calendarRoutes } from './reservations/calendar-routes.ts';
import { reservationRoutes } from './reservations/routes.ts';
import { scheduleRoutes } from './reservations/schedule-routes.ts';

interface AppOptions {
  readonly onAnswer?: OnAnswer | undefined;
  /** Without one every response is built for its own request. */
  readonly responseCache?: ResponseCache | undefined;
  /** Milliseconds; the event loop is taken to be idle without it. */
  readonly eventLoopDelay?: () => number;
}

/** Everything the server answers but pages and their assets. */
export const createApp = (
  deps: Deps,
  { onAnswer, responseCache, eventLoopDelay = () => 0 }: AppOptions = {},
): Hono => {
  const app = new Hono();
  app.onError((error, context) => answerError(context, error, deps.log));
  app.notFound((context) => answerError(context, refuse('NOT_FOUND'), deps.log));
  if (onAnswer !== undefined) app.use(observeRequests(onAnswer));
  const secure = setSecurityHeaders(deps.settings.publicUrl);
  app.use(secure);
  app.use(compress({ encoding: 'gzip' }));
  // Before the load is shed: a cached response costs next to nothing. It is stored with its security headers.
  if (responseCache !== undefined) app.use(responseCache.middleware, secure);
  const admission = createAdmissionController({ eventLoopDelay });
  app.use(shedLoad(admission));

  app.get('/livez', (context) => context.text('ok'));
  app.get('/healthz', async (context) => {
    await ping(deps.db);
    return context.text('ok');
  });

  const document = buildOpenApi(api);
  app.get('/api/openapi.json', (context) => context.json(document));
  app.get('/api/docs', (context) => answerDocs(context, document));

  const limitRate = createRateLimiter(deps);
  // Calendars ask for the whole file again and again.
  app.use('/api/calendar/*', etag());
  mountEndpoints(
    app,
    [
      ...photoRoutes,
      ...adminPhotoRoutes,
      ...authRoutes,
      ...memberRoutes,
      ...reservationRoutes,
      ...scheduleRoutes,
      ...calendarRoutes,
      ...adminReservationRoutes,
      ...questionRoutes,
      ...adminQuestionRoutes,
      ...notificationRoutes,
    ],
    {
      admitWrite: admitWrites(admission),
      admitLogin: createAdmission(),
      identify: createIdentify(deps),
      limitRate,
    },
    deps,
  );
  app.all('/api/*', (context) => context.notFound());
  app.get('/photos/:key', servePhoto(deps));
  mountUploads(app, deps);
  mountSocialLogin(app, limitRate, deps);
  return app;
};
