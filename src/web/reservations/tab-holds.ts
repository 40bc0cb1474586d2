import type { MeetingTime } from './describe-slots.ts';

/** What one tab tells the others of its member's hold. */
export type HoldNews =
  | { readonly kind: 'held'; readonly slot: MeetingTime; readonly endsAt: number }
  | { readonly kind: 'gone'; readonly slot: MeetingTime };

// Missing in browsers of before 2022: each tab then knows of its own hold alone.
const channel =
  typeof document === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? null
    : new BroadcastChannel('sajingwan-slot-hold');

export const tellTabs = (news: HoldNews): void => channel?.postMessage(news);

/** Calls `hear` with what the other tabs of this browser tell. */
export const listenToTabs = (hear: (news: HoldNews) => void): void => {
  channel?.addEventListener('message', ({ data }: MessageEvent<HoldNews>) => hear(data));
};
