import type { AlimtalkName } from '../contract/alimtalk-settings.ts';

/**
 * A kind of message. Its `text` fits one SMS with the studio's name, and `#{name}` in it stands for a value of the row. A `(으)로`
 * becomes 로 or 으로.
 */
export interface MessageKind {
  /** What it is about, in a few Korean words. */
  readonly label: string;
  readonly text: string;
  /** The values of variables that most messages leave out. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The template by which the message goes to customers with KakaoTalk. Absent: customers get it as SMS only. */
  readonly alimtalk?: AlimtalkName;
  /** The SMS names the studio's phone number if there is room. */
  readonly namesContact?: true;
  /** Goes to all members at once, so it is sent after all other messages. */
  readonly isAnnouncement?: true;
  /** Never goes to the member's current number, not even when it is sent again and the `phone` of the row is deleted. */
  readonly isForOldNumber?: true;
  /** Goes to somebody whose account is gone: when it cannot be sent, `WITHDRAWN` is recorded, because nobody has to look at it. */
  readonly isForFormerMember?: true;
}

/** By their names in the database. */
export type MessageKinds = Readonly<Record<string, MessageKind>>;
