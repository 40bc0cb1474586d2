import type { Readable } from 'node:stream';
import type { ResponseOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { profileEndpoints } from '#contract/members/profile.ts';
import { sendCode } from '#server/auth/codes/send-code.ts';
import type { CodeScope } from '#server/auth/codes/verification-codes.ts';
import { consumeCode, hasPendingCode } from '#server/auth/codes/verify-code.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { findPhone } from '#server/members/queries.ts';
import { readPicturesOf } from '#server/private-files/read-picture.ts';
import { buildArchive } from './build-archive.ts';
import { exportedTables, type TableExport } from './exported-tables.ts';

type CodeSentResponse = ResponseOf<typeof profileEndpoints.sendExportCode>;

const scopeOf = (memberId: string, phone: string): CodeScope => ({ purpose: 'EXPORT', phone, memberId });

/** Sends a code to the member's own number. Throws INVALID_INPUT for an admin who has none. */
export const sendExportCode = async (deps: Deps, memberId: string): Promise<CodeSentResponse> => {
  const phone = await findPhone(deps.db, memberId);
  if (phone === null) throw appError('INVALID_INPUT', { message: '휴대폰 번호를 먼저 등록해 주세요.' });
  return sendCode(deps, scopeOf(memberId, phone));
};

const readTables = async (tx: Tx, memberId: string): Promise<TableExport[]> => {
  const tables: TableExport[] = [];
  for (const exported of exportedTables) {
    const { table, columns, belongsTo, orderBy } = exported;
    const fields = Object.fromEntries([...columns].map(([name, { select }]) => [name, select]));
    const rows = await tx.select(fields).from(table).where(belongsTo(memberId)).orderBy(orderBy);
    tables.push({ ...exported, rows });
  }
  return tables;
};

/** Consumes the code and returns the bytes of a ZIP with the member's data. Throws CODE_WRONG. */
export const exportData = async (deps: Deps, memberId: string, code: string): Promise<Readable> => {
  const { db, clock, log } = deps;
  const phone = await findPhone(db, memberId);
  const scope = scopeOf(memberId, phone ?? '');
  // Without a pending code no attempt is counted, like for other codes.
  if (phone === null || !(await hasPendingCode(db, scope, clock.now()))) throw appError('CODE_WRONG');
  const tables = await db.transaction(async (tx) =>
    (await consumeCode(tx, deps, scope, code)) ? readTables(tx, memberId) : null,
  );
  if (tables === null) throw appError('CODE_WRONG');
  log.info({ event: 'data_exported', memberId });
  return buildArchive(tables, await readPicturesOf(deps, memberId), clock.now());
};
