import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { REPRESENTATIVE_IMAGE_PATH } from '#core/files/contract/photos.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import type { Studio } from '../../contract/studio.ts';
import { callLink } from '../contact-links.ts';
import { paths } from '../paths.ts';
import { useStudio } from '../use-studio.ts';
import styles from './message-page.module.css';

interface MessagePageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The main action; going home is the next one. */
  readonly action?: ReactNode;
}

/** A page that shows a message, a photograph and links to other pages. */
export const MessagePage = ({ title, children, action }: MessagePageProps) => {
  // Undefined when it could not be loaded either.
  const studio: Studio | undefined = useStudio();
  return (
    <div className={styles.page}>
      <div className="stack-4">
        <h1 className={styles.title}>{title}</h1>
        <p className="muted reading">{children}</p>
        <div className={cx('row-3 wrap', styles.actions)}>
          {action}
          <ButtonLink to={paths.home()} variant={action ? 'secondary' : 'primary'}>
            홈으로
          </ButtonLink>
        </div>
        {studio && (
          <p className={cx('row-3 wrap', styles.ways)}>
            {studio.categories.map(({ id, name }) => (
              <Link key={id} to={paths.category(id)} className="link">
                {name}
              </Link>
            ))}
            <a href={callLink(studio.phone)} className="link">
              전화하기
            </a>
          </p>
        )}
      </div>
      <div className={styles.photo}>
        <img src={REPRESENTATIVE_IMAGE_PATH} alt="" />
      </div>
    </div>
  );
};
