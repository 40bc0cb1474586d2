import { type Readable, PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { findPhone } from '#core/auth/server/accounts/queries.ts';
import { sendCode, type CodeSentResponse } from '#core/auth/server/codes/send-code.ts';
import { consumeCode, hasPendingCode, type CodeScope } from '#core/auth/server/codes/verification-codes.ts';
import { readPicturesOf } from '#core/files/server/private/read-picture.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { formatCsv } from '#platform/server/files/csv.ts';
import { exportedTables, type TableExport } from './exported-tables.ts';
import { formatExportPage } from './format-export-page.ts';

/** Formats times as ISO 8601 in UTC, lists with commas and missing values as an empty text. */
const toCell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(', ') : String(value as string | number | boolean);
};

const formatTable = ({ columns, rows }: TableExport): string => {
  const names = [...columns.keys()];
  return formatCsv([names, ...rows.map((row) => names.map((name) => toCell(row[name])))]);
};

const formatJson = (tables: readonly TableExport[], exportedAt: Date): string => {
  const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
  return `${JSON.stringify({ exported_at: exportedAt, tables: rows }, null, 2)}\n`;
};

/** Packs the data as JSON, as CSV per table and as a page to read, with the pictures. Streams the ZIP while it is compressed. */
const buildArchive = async (
  tables: readonly TableExport[],
  pictures: ReadonlyMap<string, Uint8Array>,
  exportedAt: Date,
): Promise<Readable> => {
  const page = await formatExportPage(tables, exportedAt);
  const zip = new ZipFile();
  const bytes = new PassThrough();
  zip.on('error', (error: Error) => bytes.destroy(error));
  zip.outputStream.pipe(bytes);
  const add = (name: string, text: string): void =>
    zip.addBuffer(Buffer.from(text), name, { mtime: exportedAt });
  add('내정보.html', page);
  add('data.json', formatJson(tables, exportedAt));
  for (const table of tables) add(`${table.name}.csv`, formatTable(table));
  for (const [id, picture] of pictures)
    zip.addBuffer(Buffer.from(picture), `pictures/${id}.jpg`, { mtime: exportedAt, compress: false });
  zip.end();
  return bytes;
};

const scopeOf = (memberId: string, phone: string): CodeScope => ({ purpose: 'EXPORT', phone, memberId });

/** Sends a code to the member's own number. Throws SMS_FAILED, TOO_MANY_REQUESTS and, without a number, INVALID_INPUT. */
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
  // Without a pending code no attempt is counted.
  if (phone === null || !(await hasPendingCode(db, scope, clock.now()))) throw appError('CODE_WRONG');
  const tables = await db.transaction(async (tx) =>
    (await consumeCode(tx, deps, scope, code)) ? readTables(tx, memberId) : null,
  );
  if (tables === null) throw appError('CODE_WRONG');
  log.info({ event: 'data_exported', memberId });
  return buildArchive(tables, await readPicturesOf(deps, memberId), clock.now());
};
