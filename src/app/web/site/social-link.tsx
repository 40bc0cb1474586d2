import { useStudio } from '#core/content/web/use-studio.ts';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './social-link.module.css';

const nameOf = (link: string): string => (link.includes('instagram.com/') ? '인스타그램' : '소셜 미디어');

export const SocialLink = ({ text }: { text: string }) => {
  const { socialLink } = useStudio();
  if (socialLink === '') return null;
  return (
    <section className={cx('stack-2', styles.section)} aria-label="소셜 미디어">
      <p className="muted">{text}</p>
      <a href={socialLink} className="link row-1" target="_blank" rel="noopener noreferrer">
        {nameOf(socialLink)} 보기<span className="note">(새 창)</span>
      </a>
    </section>
  );
};
