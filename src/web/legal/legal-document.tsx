import { formatDate } from '#contract/seoul-time.ts';
import { WidePage } from '#web/ui/wide-page.tsx';
import type { LegalBlock, LegalText } from './legal-text.ts';
import styles from './legal-document.module.css';

const Block = ({ block }: { block: LegalBlock }) => {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('list' in block)
    return (
      <ul className={styles.list}>
        {block.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{block.caption}</caption>
      <thead>
        <tr>
          {block.head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map(([first, ...rest]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {rest.map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const sectionId = (index: number): string => `section-${index + 1}`;

export const LegalDocument = ({ text }: { text: LegalText }) => (
  <WidePage
    title={text.title}
    lead={text.lead}
    note={
      <>
        시행일 <time dateTime={text.version}>{formatDate(text.version)}</time>
      </>
    }
    isReading
  >
    <nav className={styles.contents} aria-label="목차">
      <ol>
        {text.sections.map(({ heading }, index) => (
          <li key={heading}>
            <a href={`#${sectionId(index)}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
    {text.sections.map(({ heading, body }, index) => (
      <section key={heading} className={styles.section} aria-labelledby={sectionId(index)}>
        <h2 id={sectionId(index)} className={styles.heading} tabIndex={-1}>
          {heading}
        </h2>
        {body.map((block) => (
          <Block key={typeof block === 'string' ? block : JSON.stringify(block)} block={block} />
        ))}
      </section>
    ))}
  </WidePage>
);
