import { and, eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { LegalDocumentKind } from '#contract/legal/documents.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/database.ts';
import { studioSettingVersions as versions } from '#server/db/studio-schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { isAnnounced, queueWithdrawal } from '#server/notifications/document-announcements.ts';
import { effectiveOn } from './find-documents.ts';

interface WithdrawInput {
  readonly kind: LegalDocumentKind;
  readonly version: number;
}

/**
 * Withdraws a version that is not in force yet, and announces the withdrawal to the members who were told of the version. Does
 * nothing if it is withdrawn already. Throws NOT_FOUND, and DOCUMENT_IN_FORCE if the version is in force or is the first one.
 */
export const withdrawDocument = (
  db: Db,
  { kind, version }: WithdrawInput,
  change: AuditContext,
): Promise<void> =>
  db.transaction(async (tx) => {
    const isThis = and(eq(versions.section, kind), eq(versions.version, version));
    const [row] = await tx
      .select({ effectiveOn, withdrawnAt: versions.withdrawnAt })
      .from(versions)
      .where(isThis)
      .for('update');
    if (row === undefined) throw appError('NOT_FOUND');
    if (row.withdrawnAt !== null) return;
    if (version === 1 || row.effectiveOn <= seoulDate(change.now)) throw appError('DOCUMENT_IN_FORCE');
    await tx.update(versions).set({ withdrawnAt: change.now }).where(isThis);
    if (isAnnounced(kind)) await queueWithdrawal(tx, kind, { version, now: change.now });
    await recordAudit(tx, change, {
      action: 'WITHDRAW_DOCUMENT',
      target: `settings:${kind}`,
      after: { version },
    });
  });
