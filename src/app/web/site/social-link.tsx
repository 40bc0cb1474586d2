import { useStudio } from '#core/content/web/use-studio.ts';
import styles from './social-link.module.css';

const siteNames: ReadonlyMap<string, string> = new Map([
  ['instagram.com', '인스타그램'],
  ['youtube.com', '유튜브'],
  ['facebook.com', '페이스북'],
  ['blog.naver.com', '네이버 블로그'],
]);

const nameOf = (link: string): string => {
  const host = /^https?:\/\/(?:www\.|m\.)?([^/?#]+)/.exec(link)?.[1] ?? '';
  return siteNames.get(host) ?? '소셜 미디어';
};

export const SocialLink = ({ text }: { text: string }) => {
  const { socialLink } = useStudio();
  if (socialLink === '') return null;
  return (
    <section className={styles.section} aria-label="소셜 미디어">
      <p className="muted">{text}</p>
      <a href={socialLink} className={styles.link} target="_blank" rel="noopener noreferrer">
        {nameOf(socialLink)} 보기<span className="note">(새 창)</span>
      </a>
    </section>
  );
};
