import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Tx } from './db/database.ts';
import { fsyncPath } from './files/write-durable.ts';

const SUBJECT_PATTERN = /"event":"member_erased".*?"subject":"([0-9a-f]{64})"/;

/** Reads the subjects from a ledger or the server's log; null when the file does not exist. */
export const readErasedSubjects = async (file: string): Promise<Set<string> | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null
    ? null
    : new Set(text.split('\n').flatMap((line) => SUBJECT_PATTERN.exec(line)?.[1] ?? []));
};

const appendEntries = async (
  file: string,
  entries: readonly { readonly subject: string; readonly at: Date }[],
): Promise<void> => {
  // Newlines on both sides, so that a truncated line does not corrupt the next one.
  const lines = entries.map((entry) => `\n${JSON.stringify({ event: 'member_erased', ...entry })}\n`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, lines.join(''), { mode: 0o600, flush: true });
  await fsyncPath(dirname(file));
};

/** Records deleted members and callers outside the database. A restore deletes them again if possible (`reapply-erasures.ts`). */
export const openErasureLedger = (file: string) => ({
  /** Resolves once the line is on disk. `subject` is the hash of a member's id or of the code of a caller's reservation, in hex. */
  append: (subject: string, at: Date): Promise<void> => appendEntries(file, [{ subject, at }]),
  /**
   * Adds the erasures of the database that the ledger lacks: for example those of servers with another ledger file, and those whose line
   * was not written because the process ended or the write failed. Returns how many.
   */
  reconcile: async (db: Tx): Promise<number> => {
    const known = (await readErasedSubjects(file)) ?? new Set();
    const { rows } = await db.execute<{ subject: string; at: number }>(sql`
      select encode(subject_hash, 'hex') as subject, (extract(epoch from erased_at) * 1000)::float8 as at
      from legal_retention.erasures order by erased_at
    `);
    const missing = rows.filter(({ subject }) => !known.has(subject));
    const entries = missing.map(({ subject, at }) => ({ subject, at: new Date(at) }));
    if (entries.length > 0) await appendEntries(file, entries);
    return entries.length;
  },
});

export type ErasureLedger = ReturnType<typeof openErasureLedger>;
