import * as z from 'zod/mini';

const migration = z.object({ version: z.int(), checksum: z.string() });
const header = z.union([
  z.object({ dump: z.literal(1), migrations: z.array(migration) }),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ sequences: z.record(z.string(), z.string()) }),
  z.object({ end: z.literal(true) }),
]);

/** Parses a header line; null for a row. */
export const parseHeader = (line: string): z.output<typeof header> | null =>
  line.startsWith('[') ? null : z.parse(header, JSON.parse(line));
