import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { formatCsv } from '#server/files/csv.ts';
import type { TableExport } from './exported-tables.ts';
import { formatExportPage } from './format-export-page.ts';

/** Times as ISO 8601 in UTC, lists with commas, missing values as nothing. */
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

/** Packs the data as JSON, as CSV per table and as a page to read, with the pictures. Returns the bytes while they are compressed. */
export const buildArchive = async (
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
