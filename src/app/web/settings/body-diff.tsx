import type { Fields } from '#core/content/contract/field.ts';
import { useAllCategories } from '#core/content/web/use-category-name.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { toLines, type Body } from './body-lines.ts';
import { diffLines } from './diff-lines.ts';
import styles from './body-diff.module.css';

/** The changed lines between two bodies of a section: removed ones marked with −, added ones with +. */
export const BodyDiff = ({ fields, before, after }: { fields: Fields; before: Body; after: Body }) => {
  const categories = useAllCategories();
  const lines = diffLines(toLines(fields, before, categories), toLines(fields, after, categories));
  if (lines.length === 0) return <p>달라진 내용이 없습니다.</p>;
  return (
    <ul className="small">
      {lines.map(({ line, isAdded }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line may occur twice
        <li key={`${index} ${line}`} className={cx('stack-2', styles.line)} data-added={isAdded || undefined}>
          <span className="visually-hidden">{isAdded ? '추가: ' : '삭제: '}</span>
          <span aria-hidden="true" className="strong">
            {isAdded ? '+' : '−'}
          </span>
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
};
