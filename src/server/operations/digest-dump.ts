import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { readHead } from './dump-line.ts';

export interface DumpDigest {
  readonly migrations: { version: number; checksum: string }[];
  /** SHA-256 of a table's lines, its columns among them. */
  readonly tables: Record<string, { rows: number; sha256: string }>;
  readonly sequences: Record<string, string>;
}

/** Takes a dump line by line; `finish` throws when its end is missing. */
export const createDigest = (): { add(line: string): void; finish(): DumpDigest } => {
  const tables: Record<string, { rows: number; sha256: string }> = {};
  let [migrations, sequences]: [DumpDigest['migrations'], DumpDigest['sequences']] = [[], {}];
  let current: { name: string; rows: number; hash: Hash } | null = null;
  let isWhole = false;

  const closeTable = (): void => {
    if (current !== null) tables[current.name] = { rows: current.rows, sha256: current.hash.digest('hex') };
    current = null;
  };

  return {
    add: (line) => {
      const head = readHead(line);
      if (head === null) {
        if (current === null) throw new Error('a row before any table');
        current.rows += 1;
        current.hash.update(line).update('\n');
        return;
      }
      closeTable();
      if ('table' in head) current = { name: head.table, rows: 0, hash: createHash('sha256').update(line) };
      if ('dump' in head) migrations = head.migrations;
      if ('sequences' in head) sequences = head.sequences;
      isWhole = 'end' in head;
    },
    finish: () => {
      if (!isWhole) throw new Error('the dump has no end');
      return { migrations, tables, sequences };
    },
  };
};

export const digestDump = async (lines: AsyncIterable<string>): Promise<DumpDigest> => {
  const digest = createDigest();
  for await (const line of lines) digest.add(line);
  return digest.finish();
};
