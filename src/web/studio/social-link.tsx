import { useStudio } from '#web/shell/use-studio.ts';
import typography from '#web/ui/typography.module.css';
import styles from './social-link.module.css';

export const SocialLink = () => {
  const { socialLink } = useStudio();
  if (socialLink === '') return null;
  return (
    <section className={styles.section} aria-label="소셜 미디어">
      <p className={styles.text}>촬영 뒷이야기와 최근 작업은 소셜 미디어에서 전하고 있습니다.</p>
      <a href={socialLink} className={styles.link} target="_blank" rel="noopener noreferrer">
        소셜 미디어에서 보기<span className={typography.note}>(새 창)</span>
      </a>
    </section>
  );
};
