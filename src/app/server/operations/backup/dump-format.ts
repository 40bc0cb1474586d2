import * as z from 'zod/mini';

/** The migrations, row counts, digests and sequences of a dump. */
export const dumpChecksums = z.object({
  migrations: z.array(z.object({ version: z.int(), checksum: z.string() })),
  /** Per table: SHA-256 over its header line and the sum of the row hashes, independent of row order. */
  tables: z.record(z.string(), z.object({ rows: z.int(), digest: z.string() })),
  sequences: z.record(z.string(), z.string()),
});
export type DumpChecksums = z.output<typeof dumpChecksums>;

const { migrations, sequences } = dumpChecksums.shape;
const header = z.union([
  z.object({ dump: z.literal(1), migrations }),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ sequences }),
  z.object({ end: z.literal(true) }),
]);

/** Parses a header line; null for a row. */
export const parseHeader = (line: string): z.output<typeof header> | null =>
  line.startsWith('[') ? null : z.parse(header, JSON.parse(line));
