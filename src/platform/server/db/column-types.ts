import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

// The tables are declared in the `tables.ts` of their folder, as db/migrations creates them; schema.db.test.ts compares the two. The
// schema `legal_retention` has no declaration: plain SQL writes to it when a member or a caller is deleted.

export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});
export const id = () => bigint('id', { mode: 'number' }).primaryKey();
/** A range as PostgreSQL writes it: `[600,660)`. */
export const range = (type: 'tsrange' | 'int4range') =>
  customType<{ data: string }>({ dataType: () => type });
export const timestamptz = <N extends string>(name: N) =>
  timestamp(name, { withTimezone: true, mode: 'date' });
