import type { Feature } from '#core/feature/server/feature.ts';
import { notificationEndpoints } from '../contract/notifications.ts';
import { messagePages } from '../contract/pages.ts';
import { messageTables } from './described-tables.ts';
import { pollDeliveries } from './poll-deliveries.ts';
import { sendNotifications } from './send-notifications.ts';

export const messages = {
  endpoints: { notifications: notificationEndpoints },
  pages: messagePages,
  tables: messageTables,
  intervalJobs: [
    { delayMs: 5_000, run: sendNotifications },
    { delayMs: 15_000, run: pollDeliveries },
  ],
} satisfies Feature;
