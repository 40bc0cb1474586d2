import type { AlimtalkName } from '../contract/alimtalk-settings.ts';

/**
 * A kind of message. In its `text`, `#{name}` stands for a value of the row or of `defaults`, and `(으)로` becomes 로 or 으로. What does not
 * fit one SMS is cut.
 */
export interface MessageKind {
  /** What it is about, in a few Korean words. */
  readonly label: string;
  readonly text: string;
  /** The values of variables that messages may leave out. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The template by which customers may get the message in KakaoTalk. Absent: they do not get it there. */
  readonly alimtalk?: AlimtalkName;
  /** The SMS names the studio's phone number if there is room. */
  readonly namesContact?: true;
  /** Goes to many members at once, so due messages that are no announcements are sent first. */
  readonly isAnnouncement?: true;
  /** Never goes to the member's current number, not even when it is sent again and the `phone` of the row is deleted. */
  readonly isForOldNumber?: true;
  /** The recipient's account was deleted. When the provider accepts no attempt, it ends as `WITHDRAWN`: the studio need not follow up. */
  readonly isForFormerMember?: true;
}

/** By their names in the database. */
export type MessageKinds = Readonly<Record<string, MessageKind>>;
