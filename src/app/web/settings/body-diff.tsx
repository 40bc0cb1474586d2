import { diffArrays } from 'diff';
import type { Fields } from '#core/content/contract/field.ts';
import { toLines, type Body } from './body-lines.ts';
import styles from './body-diff.module.css';

/** The changed lines between two bodies of a section: removed ones marked with −, added ones with +. */
export const BodyDiff = ({ fields, before, after }: { fields: Fields; before: Body; after: Body }) => {
  const changes = diffArrays(toLines(fields, before), toLines(fields, after)).filter(
    ({ added, removed }) => added || removed,
  );
  if (changes.length === 0) return <p>달라진 내용이 없습니다.</p>;
  return (
    <ul className={styles.lines}>
      {changes.flatMap(({ added, value }, index) =>
        value.map((line) => (
          <li key={`${index} ${line}`} className={styles.line} data-added={added || undefined}>
            <span className="visually-hidden">{added ? '추가: ' : '삭제: '}</span>
            <span aria-hidden="true" className="strong">
              {added ? '+' : '−'}
            </span>
            <span>{line}</span>
          </li>
        )),
      )}
    </ul>
  );
};
