import defaultContent from '#content/default-content.json' with { type: 'json' };
import { featureSection } from '#core/content/server/feature-section.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { notificationEndpoints } from '../contract/notifications.ts';
import { messagePages } from '../contract/pages.ts';
import { messageSections } from '../contract/sections.ts';
import { describeMessageTables } from './described-tables.ts';
import type { MessageKinds } from './message-kind.ts';
import { refusalMessageKinds } from './message-kinds.ts';
import { pollDeliveries } from './poll-deliveries.ts';
import { sendNotifications } from './send-notifications.ts';

/** The feature that sends the queued messages. `kindsOfOthers`: the kinds of the other features. */
export const createMessages = (kindsOfOthers: MessageKinds) => {
  const kinds = { ...kindsOfOthers, ...refusalMessageKinds };
  return {
    endpoints: { notifications: notificationEndpoints },
    pages: messagePages,
    messages: refusalMessageKinds,
    tables: describeMessageTables(kinds),
    sections: [
      featureSection(messageSections.messages, ({ initial }) => ({
        ...defaultContent.messages,
        studioPhones: initial.studioPhones,
      })),
      featureSection(messageSections.alimtalk, defaultContent.alimtalk),
    ],
    intervalJobs: [
      { delayMs: 5_000, run: (deps) => sendNotifications({ ...deps, kinds }) },
      { delayMs: 15_000, run: (deps) => pollDeliveries({ ...deps, kinds }) },
    ],
  } satisfies Feature;
};
