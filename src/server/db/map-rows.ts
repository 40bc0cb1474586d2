import { Column, is, SQL } from 'drizzle-orm';

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** What a statement of the query builder has inside, whichever the driver. */
interface Inner {
  readonly fields?: readonly { readonly path: readonly string[]; readonly field: unknown }[];
  customResultMapper?: ((rows: readonly (readonly unknown[])[]) => unknown[]) | undefined;
}

const decoderOf = (field: unknown): Decoder | null => {
  if (is(field, Column)) return field;
  return is(field, SQL) ? (field as unknown as { readonly decoder: Decoder }).decoder : null;
};

/**
 * The query builder finds out for each value of each row anew what it is and where it goes. Of rows that hold nothing but values it is
 * found out once here; all others are left to it, as would be all if its inside changed.
 */
export const mapRowsAtOnce = (statement: object): void => {
  const inner = statement as Inner;
  if (inner.fields === undefined || inner.customResultMapper !== undefined) return;
  const columns = inner.fields.flatMap(({ path, field }) => {
    const [[name], decoder] = [path, decoderOf(field)];
    return path.length === 1 && name !== undefined && decoder !== null ? { name, decoder } : [];
  });
  if (columns.length !== inner.fields.length) return;
  inner.customResultMapper = (rows) =>
    rows.map((row) => {
      const mapped: Record<string, unknown> = {};
      let index = 0;
      for (const { name, decoder } of columns) {
        const value = row[index];
        index += 1;
        mapped[name] = value === null ? null : decoder.mapFromDriverValue(value);
      }
      return mapped;
    });
};
