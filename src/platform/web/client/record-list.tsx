import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../ui/cx.ts';
import styles from './record-list.module.css';

export interface ListedRecord {
  readonly id: string | number;
  /** The day, for example. Records that follow each other with the same heading share it. */
  readonly heading?: string;
  /** Where the row leads. */
  readonly to: string;
  /** Stands before the title, such as a time. */
  readonly lead?: ReactNode;
  readonly title: string;
  /** Badges beside the title. */
  readonly tags?: ReactNode;
  /** Facts: columns of equal width where there is room, else one line. Empty ones keep their column. */
  readonly meta: readonly ReactNode[];
  /** Further facts, shown on one line where there is room. */
  readonly aside?: string;
  /** A longer text, of which two lines are shown. */
  readonly note?: string | undefined;
  /** Stands at the end, such as the state. */
  readonly badge?: ReactNode;
  /** Buttons, which the link that covers the row does not cover. */
  readonly actions?: ReactNode;
}

type RowProps = ListedRecord & Required<Pick<RecordListProps, 'replaces'>>;

const Row = ({ to, replaces, lead, title, tags, meta, aside, note, badge, actions }: RowProps) => (
  <>
    {lead !== undefined && <span className={cx('tabular', styles.lead)}>{lead}</span>}
    <span className={cx('row-2 wrap baseline fit', styles.title)}>
      <Link to={to} replace={replaces} className={styles.link}>
        {title}
      </Link>
      {tags}
    </span>
    <span className={cx('note tabular', styles.meta)}>
      {meta.map((fact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The facts of a list keep their places.
        <span key={index} className={styles.fact}>
          {fact}
        </span>
      ))}
    </span>
    {aside !== undefined && <span className={cx('note', styles.aside)}>{aside}</span>}
    {note !== undefined && <span className={cx('small', styles.note)}>{note}</span>}
    {badge !== undefined && <span className={styles.badge}>{badge}</span>}
    {actions !== undefined && <span className={cx('row-2 wrap', styles.actions)}>{actions}</span>}
  </>
);

const groupByHeading = (records: readonly ListedRecord[]) => {
  const groups: ListedRecord[][] = [];
  for (const record of records) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.heading === record.heading) last.push(record);
    else groups.push([record]);
  }
  return groups;
};

interface RecordListProps {
  /** Links of an overlay replace its entry in the history. */
  readonly replaces?: boolean;
  /** Names the list for assistive technology. */
  readonly label: string;
  readonly records: readonly ListedRecord[];
}

/** Records as rows that are links as a whole, under their headings. A wide list has columns; in a narrow one a row has three short lines. */
export const RecordList = ({ label, records, replaces = false }: RecordListProps) => (
  <div role="group" aria-label={label} className={styles.list}>
    {groupByHeading(records).map((group) => (
      <div key={group[0]?.id} className={styles.group}>
        {group[0]?.heading !== undefined && (
          <h2 className={cx('tabular', styles.heading)}>{group[0].heading}</h2>
        )}
        <ul className={styles.rows} aria-label={group[0]?.heading}>
          {group.map((record) => (
            <li key={record.id} className={styles.row}>
              <Row {...record} replaces={replaces} />
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
);
