import { cx } from '#platform/web/ui/cx.ts';
import type { LegalBlock } from '../../contract/legal/documents.ts';
import styles from './legal-blocks.module.css';

interface BlockProps {
  readonly block: LegalBlock;
  readonly headingId: string;
}

const Block = ({ block: { text, list, table }, headingId }: BlockProps) => {
  if (list !== undefined)
    return (
      <ul className="stack-1 bullets">
        {list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  if (table === undefined) return <p>{text}</p>;
  return (
    <div className={styles.scroll}>
      {/* The focus lets the keyboard scroll it. */}
      <table className={cx('full small', styles.table)} aria-labelledby={headingId} tabIndex={0}>
        <thead>
          <tr>
            {table.head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                // Cells have no identity but their column.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

interface LegalBlocksProps {
  readonly blocks: readonly LegalBlock[];
  /** Id of the heading that names the tables. */
  readonly headingId: string;
}

/** Paragraphs, lists and tables of a legal document. */
export const LegalBlocks = ({ blocks, headingId }: LegalBlocksProps) =>
  blocks.map((block) => <Block key={JSON.stringify(block)} block={block} headingId={headingId} />);
