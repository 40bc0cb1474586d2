import type { Tx } from './db/database.ts';

/** A member is logging in. */
export interface SessionCreated {
  readonly memberId: string;
  /** Hash of the cookie that the visitor had as a guest; null without one. */
  readonly guestHash: Buffer | null;
  readonly now: Date;
}

/** A member's account is being deleted. */
export interface MemberDeleted {
  readonly memberId: string;
  readonly now: Date;
}

/** What features do when something happens outside of them. Each function runs in the transaction of the event. */
export interface Hooks {
  readonly sessionCreated?: (tx: Tx, event: SessionCreated) => Promise<void>;
  /**
   * Runs while the member's row is locked, before it is deleted. Deleting it also deletes most rows that refer to it, so this function
   * keeps what the law requires and anonymizes what the studio keeps. May return details for the log, without personal data.
   */
  readonly memberDeleted?: (tx: Tx, event: MemberDeleted) => Promise<object | void>;
}
