import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes the cell the row's header. */
  readonly isRowHeader?: boolean;
  /** Keeps numbers, dates and codes on one line, except on a phone. */
  readonly isShort?: boolean;
}

interface TableRow {
  readonly id: string | number;
}

interface TableProps<Row extends TableRow> {
  /** The table's caption for assistive technology. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

// Explicit roles keep this a table for assistive technology when CSS shows the rows as cards.
/** A table that shows its rows as cards on a phone, each cell with its header. */
export const Table = <Row extends TableRow>({ caption, columns, rows }: TableProps<Row>) => (
  <table role="table" className={styles.table}>
    <caption className="visually-hidden">{caption}</caption>
    <thead role="rowgroup" className={styles.head}>
      <tr role="row">
        {columns.map(({ key, header }) => (
          <th key={key} role="columnheader" scope="col">
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={row.id} role="row" className={styles.row}>
          {columns.map(({ key, header, cell, isRowHeader = false, isShort = false }) => {
            const Cell = isRowHeader ? 'th' : 'td';
            return (
              <Cell
                key={key}
                role={isRowHeader ? 'rowheader' : 'cell'}
                scope={isRowHeader ? 'row' : undefined}
                className={cx(styles.cell, isShort && styles.short)}
              >
                <span className={styles.label} aria-hidden="true">
                  {header}
                </span>
                {cell(row)}
              </Cell>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);
