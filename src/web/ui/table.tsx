import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Whether the column is the row header, shown first on a card. */
  readonly isRowHeader?: boolean;
  /** Whether the cell stays on one line, for numbers, dates and codes. */
  readonly isShort?: boolean;
}

interface TableProps<Row> {
  /** Caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Whether cards on a phone omit the headers, for self-explanatory cells. */
  readonly isDense?: boolean;
}

// Explicit roles keep the table semantics when CSS shows rows as cards.
/** A table with dense rows on desktop and cards on phones. */
export const Table = <Row,>({ caption, columns, rows, rowKey, isDense = false }: TableProps<Row>) => (
  <table role="table" className={styles.table} data-dense={isDense || undefined}>
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
        <tr key={rowKey(row)} role="row" className={styles.row}>
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
