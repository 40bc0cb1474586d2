import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Names its row; stands first on a card. */
  readonly isRowHeader?: boolean;
  /** Numbers, dates and codes stay on one line. */
  readonly isShort?: boolean;
}

interface TableProps<Row> {
  /** Says what is listed, to those who do not see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** On a phone the cells flow in a few lines without their headers: where they speak for themselves. */
  readonly isDense?: boolean;
}

// A table whose rows are shown as cards stays a table to assistive technology by these roles.
/** Dense rows on a desk, cards on a phone. */
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
