import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { coverOf, photoEndpoints } from '#core/files/contract/photos.ts';
import { fillCovers, toHomePhotoViews } from '#core/files/web/home-photo-views.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { useSession } from '#platform/web/client/api/session.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { useBookingDraft } from './booking-draft.ts';
import { BookingStepper } from './booking-step.tsx';
import { useReleaseOnExit } from './use-release-on-exit.ts';
import styles from './shoot-type-page.module.css';

const REGISTRATION = '처음이시면 시간을 고른 뒤 간단히 가입하시면 됩니다.';
const MEMBERS_ONLY = '지금은 가입하신 회원만 예약하실 수 있습니다.';

/** The first step. A tap on a category leads to the next. */
const ShootTypePage = () => {
  useReleaseOnExit();
  const chosen = useBookingDraft((draft) => draft.category?.id);
  const isGuest = useSession() === null;
  const studio = useStudio();
  const canRegister = studio.codeDelivery !== 'NONE';
  const { data } = useApiQuery(photoEndpoints.homePhotos, {});
  const { data: first } = useApiQuery(photoEndpoints.firstPhotos, {});
  const { data: categories } = useApiQuery(studioEndpoints.categories, {});
  const covers = data && toHomePhotoViews(fillCovers(data, first ?? {}));
  return (
    <div className={cx('stack-8', styles.page)}>
      <BookingStepper current="카테고리" />
      <header className="stack-2">
        <h1 className="title">어떤 촬영을 원하시나요?</h1>
        <p className="muted">
          촬영 전에 만나 이야기 나누는 사전 미팅을 예약합니다.
          {isGuest && ` ${canRegister ? REGISTRATION : MEMBERS_ONLY}`}
        </p>
      </header>
      <ul className={cx('stack-3', styles.cards)} aria-label="카테고리">
        {studio.categories.map(({ id, name }) => {
          const photo = covers?.[coverOf(id)];
          return (
            <li key={id} className={styles.card} data-chosen={id === chosen || undefined}>
              <span className={styles.frame}>
                {photo !== undefined && (
                  <PhotoPicture
                    photo={photo}
                    sizes="(min-width: 48rem) 464px, 112px"
                    fillsParent
                    isDecorative
                  />
                )}
              </span>
              <span className={cx('stack-1', styles.words)}>
                <Link
                  to={paths.reserveDate(id)}
                  className={cx('subtitle', styles.name)}
                  aria-describedby={`about-${id}`}
                >
                  {name}
                </Link>
                <span id={`about-${id}`} className="note">
                  {categories?.[id]?.summary}
                </span>
              </span>
              <ChevronRight className={styles.arrow} size={20} aria-hidden="true" />
            </li>
          );
        })}
      </ul>
    </div>
  );
};

export default ShootTypePage;
