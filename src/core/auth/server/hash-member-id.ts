import { createHash } from 'node:crypto';

/** Identifies a former member in the legally retained records and the erasure ledger without storing their id. */
export const hashMemberId = (memberId: string): Buffer => createHash('sha256').update(memberId).digest();
