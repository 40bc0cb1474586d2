import { refuse } from '#contract/errors.ts';
import { questionEndpoints as endpoints } from '#contract/questions.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { byId, readPage } from '#server/http/paging.ts';
import { recordAccess } from '#server/http/record-access.ts';
import { changeBy } from '#server/http/record-audit.ts';
import { findNotification, findNotifications } from './queries.ts';
import { resendNotification } from './resend-notification.ts';

export const notificationRoutes: readonly Implementation[] = [
  implement(endpoints.listNotifications, async (asked, deps) => {
    const rows = await readPage(asked, byId, (page) => findNotifications(deps.db, page));
    const memberIds = rows.flatMap(({ memberId }) => memberId ?? []);
    await recordAccess(deps, asked, 'LIST_NOTIFICATIONS', { memberIds });
    return rows.map(({ notification }) => notification);
  }),

  implement(endpoints.resendNotification, async (asked, deps) => {
    const { id } = asked.params;
    await resendNotification(deps.db, id, changeBy(asked, deps));
    const row = await findNotification(deps.db, id);
    if (row === null) throw refuse('NOT_FOUND');
    const memberIds = row.memberId === null ? [] : [row.memberId];
    await recordAccess(deps, asked, 'LIST_NOTIFICATIONS', { memberIds });
    return row.notification;
  }),
];
