import type { Db } from '#server/db/database.ts';
import { adminAuditLog } from '#server/db/schema.ts';
import type { Caller } from './caller.ts';

type AuditAction =
  | 'LIST_ADMINS'
  | 'CREATE_ADMIN'
  | 'ENABLE_TOTP'
  | 'DISABLE_TOTP'
  | 'INVITE_ADMIN'
  | 'CANCEL_INVITATION'
  | 'DISABLE_ADMIN'
  | 'RESET_ADMIN'
  | 'CONFIRM_CLOCK'
  | 'BLOCK_SLOT'
  | 'UNBLOCK_SLOT'
  | 'BLOCK_RANGE'
  | 'UNBLOCK_RANGE'
  | 'CREATE_CLOSURE'
  | 'DELETE_CLOSURE'
  | 'CREATE_GUEST_RESERVATION'
  | 'CHANGE_RESERVATION_STATE'
  | 'MOVE_RESERVATION'
  | 'CREATE_CALENDAR_FEED'
  | 'REVOKE_CALENDAR_FEED'
  | 'UPDATE_QUESTION'
  | 'DELETE_QUESTION'
  | 'CREATE_ANSWER'
  | 'UPDATE_ANSWER'
  | 'DELETE_ANSWER'
  | 'RESEND_NOTIFICATION'
  | 'UPDATE_MEMBER_NOTE'
  | 'CREATE_PHOTO'
  | 'UPDATE_PHOTO'
  | 'SET_HOME_PHOTO'
  | 'ORDER_PHOTOS'
  | 'DELETE_PHOTO'
  | 'RESTORE_PHOTO'
  | 'REMOVE_SAMPLE_CONTENT'
  | 'PUBLISH_SETTINGS'
  | 'WITHDRAW_DOCUMENT';

/** The admin who makes a change, their IP address and the time. */
export interface AuditContext {
  readonly member: { readonly id: string; readonly loginId: string | null };
  readonly caller: Pick<Caller, 'ip'>;
  readonly now: Date;
}

interface AuditEntry {
  readonly action: AuditAction;
  /** Kind and id of the changed object: `reservation:17`, `slot:2026-11-24.09-10`. */
  readonly target: string;
  readonly before?: object;
  readonly after?: object;
}

/**
 * Adds an entry to the admin audit log. Call it in the transaction of the change, so that both are committed together. Entries
 * outlive the members they concern, so `before` and `after` must not contain names, phone numbers or texts.
 */
export const recordAudit = async (
  tx: Pick<Db, 'insert'>,
  { member, caller, now }: AuditContext,
  { action, target, before, after }: AuditEntry,
): Promise<void> => {
  await tx.insert(adminAuditLog).values({
    adminId: member.id,
    adminLoginId: member.loginId,
    ip: caller.ip,
    action,
    target,
    before: before ?? null,
    after: after ?? null,
    occurredAt: now,
  });
};
