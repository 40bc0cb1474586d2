import { sha256Hex } from '#platform/server/files/sha256.ts';
import { parseHeader, type DumpChecksums } from './dump-format.ts';

const MASK = (1n << 256n) - 1n;

/** Computes the checksums of dump lines. `finish` throws when the end of the dump is missing. */
export const createDumpChecksum = (): { add(line: string): void; finish(): DumpChecksums } => {
  const found: DumpChecksums = { migrations: [], tables: {}, sequences: {} };
  let current: { name: string; head: string; rows: number; sum: bigint } | null = null;
  let isWhole = false;

  const closeTable = (): void => {
    if (current !== null) {
      const { name, head, rows, sum } = current;
      found.tables[name] = { rows, digest: sha256Hex(`${head} ${sum.toString(16)}`) };
    }
    current = null;
  };

  return {
    add: (line) => {
      const head = parseHeader(line);
      if (head === null) {
        if (current === null) throw new Error('a row before any table');
        current.rows += 1;
        current.sum = (current.sum + BigInt(`0x${sha256Hex(line)}`)) & MASK;
        return;
      }
      closeTable();
      if ('table' in head) current = { name: head.table, head: line, rows: 0, sum: 0n };
      if ('dump' in head) found.migrations = head.migrations;
      if ('sequences' in head) found.sequences = head.sequences;
      isWhole = 'end' in head;
    },
    finish: () => {
      if (!isWhole) throw new Error('the dump has no end');
      return found;
    },
  };
};

export const checksumDump = async (lines: AsyncIterable<string>): Promise<DumpChecksums> => {
  const digest = createDumpChecksum();
  for await (const line of lines) digest.add(line);
  return digest.finish();
};
