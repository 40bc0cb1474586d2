import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { syncPath } from '#server/write-synced.ts';

/** Erased members outside of the database: after a restore they are erased again (`erase-again.ts`). */
export interface ErasureLedger {
  /** Synced when it resolves. `subject` is the hash of a member's id, in hex. */
  note(subject: string, at: Date): Promise<void>;
  /** Adds erasures by another instance, or by a process that ended before it wrote its line. */
  catchUp(db: Pick<Db, 'execute'>): Promise<number>;
}

const SUBJECT = /"event":"member_erased".*?"subject":"([0-9a-f]{64})"/;

/** The subjects in lines of a ledger or of the server's log; null when the file does not exist. */
export const readSubjects = async (file: string): Promise<Set<string> | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : new Set(text.split('\n').flatMap((line) => SUBJECT.exec(line)?.[1] ?? []));
};

interface Entry {
  readonly subject: string;
  readonly at: string;
}

// Newlines on both sides, so that a line cut short by a full disk spoils no other.
const lineOf = ({ subject, at }: Entry): string =>
  `\n${JSON.stringify({ event: 'member_erased', subject, at })}\n`;

const append = async (file: string, entries: readonly Entry[]): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.writeFile(entries.map(lineOf).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncPath(dirname(file));
};

export const openErasureLedger = (file: string): ErasureLedger => ({
  note: (subject, at) => append(file, [{ subject, at: at.toISOString() }]),
  catchUp: async (db) => {
    const known = (await readSubjects(file)) ?? new Set();
    const { rows } = await db.execute<{ subject: string; at: number }>(sql`
      select encode(subject_hash, 'hex') as subject, (extract(epoch from erased_at) * 1000)::float8 as at
      from retained.erasures order by erased_at
    `);
    const missing = rows.filter(({ subject }) => !known.has(subject));
    const entries = missing.map(({ subject, at }) => ({ subject, at: new Date(at).toISOString() }));
    if (entries.length > 0) await append(file, entries);
    return entries.length;
  },
});
