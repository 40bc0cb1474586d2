import type { Notification } from '#core/messages/contract/notifications.ts';
import type { HistoryEntry } from './format-history.ts';

/** When the message was or will be sent; when it was queued while that is not known. */
const timeOf = ({ state, nextAt, settledAt, createdAt }: Notification): string =>
  (state === 'QUEUED' ? nextAt : settledAt) ?? createdAt;

/** Merges the history of a reservation with the messages about it, oldest first. `messages`: newest first. */
export const mergeTimeline = (history: readonly HistoryEntry[], messages: readonly Notification[]) =>
  [
    ...history.map((entry) => ({ at: entry.at, entry })),
    ...messages.toReversed().map((entry) => ({ at: timeOf(entry), entry })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
