import type { Context, Hono } from 'hono';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { readCaller } from '#platform/server/http/caller.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import type { LimitRate } from '#platform/server/http/overload/rate-limiter.ts';
import { RESTORE_PART_PATH, restoreEndpoints as endpoints } from '../../contract/restore.ts';
import type { RestoreUpload } from './restore-upload.ts';

export const createRestoreRoutes = (upload: RestoreUpload): readonly Route[] => [
  defineRoute(endpoints.restoreState, ({ body }) => upload.readState(body.token)),

  defineRoute(endpoints.beginRestore, async ({ body: { token, ...file } }) => ({
    receivedBytes: await upload.begin(token, file),
  })),

  defineRoute(endpoints.restore, ({ body }) => upload.finish(body.token, body.passphrase)),
];

const readPart = ({ req }: Context) => {
  const length = Number(req.header('content-length'));
  const offset = Number(req.query('offset'));
  const { body } = req.raw;
  if (!(length > 0) || body === null) throw appError('LENGTH_REQUIRED');
  return { offset, length, body };
};

/** Mounts `PUT /uploads/restore?offset=…`. */
export const mountRestoreUpload = (
  app: Hono,
  limitRate: LimitRate,
  { env }: Pick<Deps, 'env'>,
  upload: RestoreUpload,
): void => {
  app.put(RESTORE_PART_PATH, async (context) => {
    const caller = readCaller(context, env.trustProxy);
    await limitRate('request', caller);
    await upload.receive(caller.bearer ?? '', readPart(context));
    context.header('cache-control', 'no-store');
    return context.body(null, 200);
  });
};
