import type { Studio } from '#core/content/contract/studio.ts';
import { callLink } from '#core/content/web/contact-links.ts';
import { paths } from '#core/content/web/paths.ts';
import { UpcomingDocuments } from '#core/content/web/upcoming-documents.tsx';
import type { Photo } from '#core/files/contract/photos.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { toPhotoView } from '#core/files/web/photo-view.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Footer } from '../layout/footer.tsx';
import { LogoOrName } from '../layout/studio-logo.tsx';
// Only styles of public pages, because the style sheet of the client's entry has no others.
import layoutStyles from '../layout/layout.module.css';
import styles from './introduce-page.module.css';

const LEAD = '홈페이지를 준비하고 있습니다.\n예약과 문의는 전화나 이메일로 연락해 주세요.';

interface NotOpenPageProps {
  readonly studio: Studio;
  readonly photo: Photo | undefined;
}

/** Shown instead of most public and of unknown pages while the site is not open yet. Only the server renders it, without scripts. */
export const NotOpenPage = ({ studio, photo }: NotOpenPageProps) => (
  <div className={cx(layoutStyles.layout, studio.accent && `accent-${studio.accent}`)}>
    <UpcomingDocuments documents={studio.upcomingDocuments} />
    <main className={layoutStyles.main}>
      <article className={styles.page}>
        <header className={cx('stack-6', styles.head)}>
          <h1 className={styles.title}>
            <LogoOrName studio={studio} />
          </h1>
          <div className="stack-6">
            <p className="prose large">{LEAD}</p>
            <div className="row-3 wrap middle">
              <a href={callLink(studio.phone)} className={buttonClass()}>
                전화 {studio.phone}
              </a>
              <a href={`mailto:${studio.email}`} className={buttonClass({ variant: 'secondary' })}>
                이메일
              </a>
              {studio.kakaoChannel !== '' && (
                <a href={studio.kakaoChannel} className={buttonClass({ variant: 'secondary' })}>
                  카카오톡 채널
                </a>
              )}
            </div>
          </div>
        </header>
        {photo !== undefined && (
          <div className={styles.photo}>
            <PhotoPicture photo={toPhotoView(photo)} sizes="(min-width: 75rem) 1200px, 100vw" isPriority />
          </div>
        )}
        <p>
          <a href={paths.login()} className="link note">
            관리자 로그인
          </a>
        </p>
      </article>
    </main>
    {/* The notices and the FAQ are not open. */}
    <Footer studio={{ ...studio, hasNotices: false, hasFaq: false }} />
  </div>
);
