import { messageKinds as kinds } from '#app/server/features.ts';
import * as polling from '#core/messages/server/poll-deliveries.ts';
import * as sending from '#core/messages/server/send-notifications.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { SmsMessage } from '#platform/server/ports/sms/sms.ts';
import type { TestApp } from '#test/test-app.ts';

/** The number that the settings of a test app name for the studio. */
export const STUDIO_PHONE = '01000000000';

/** Runs the job with the kinds of all features. */
export const sendNotifications = (deps: Deps): Promise<void> => sending.sendNotifications({ ...deps, kinds });

/** Runs the job with the kinds of all features. */
export const pollDeliveries = (deps: Deps): Promise<void> => polling.pollDeliveries({ ...deps, kinds });

/** Sends all queued messages that are due and returns every message so far that did not go to the studio. */
export const sendToCustomers = async (app: TestApp): Promise<SmsMessage[]> => {
  for (let count = -1; count !== app.sent.length;) {
    count = app.sent.length;
    await sendNotifications(app.deps);
  }
  return app.sent.filter(({ to }) => to !== STUDIO_PHONE);
};
