import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { notificationEndpoints as endpoints } from '#core/messages/contract/notifications.ts';
import { requestPolls } from '#core/messages/server/poll-deliveries.ts';
import { resendNotification } from '#core/messages/server/resend-notification.ts';
import { appError } from '#platform/contract/errors.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { idCursor, paginate } from '#platform/server/http/pagination.ts';
import { listMessageExamples } from './message-examples.ts';
import { findNotifications } from './queries.ts';

export const notificationRoutes: readonly Route[] = [
  defineRoute(endpoints.listNotifications, async (request, deps) => {
    const onlyUnsent = request.query.unsent !== undefined;
    const rows = await paginate(request, idCursor, (page) =>
      findNotifications(deps, {
        ...page,
        onlyUnsent,
        reservationId: request.query.reservation,
        questionId: request.query.question,
      }),
    );
    await recordPersonalDataAccess(deps, request, 'LIST_NOTIFICATIONS', rows);
    return rows.map(({ notification }) => notification);
  }),

  defineRoute(endpoints.listMessageTexts, (_request, deps) => listMessageExamples(deps)),

  defineRoute(endpoints.resendNotification, async (request, deps) => {
    const { id } = request.params;
    await resendNotification(deps.db, id, request.audit);
    const [row] = await findNotifications(deps, { id, limit: 1, after: null });
    if (row === undefined) throw appError('NOT_FOUND');
    await recordPersonalDataAccess(deps, request, 'LIST_NOTIFICATIONS', [row]);
    return row.notification;
  }),

  defineRoute(endpoints.reportDelivery, ({ body }, deps) =>
    requestPolls(
      deps,
      body.map(({ messageId }) => messageId),
    ),
  ),
];
