import { Link, useLoaderData } from 'react-router';
import { type PageTexts, studioEndpoints, type IntroduceContent } from '#core/content/contract/studio.ts';
import { Directions } from '#core/content/web/directions.tsx';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { paths } from '#core/content/web/paths.ts';
import { type Photo, photoEndpoints } from '#core/files/contract/photos.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { toPhotoView, type PhotoView } from '#core/files/web/photo-view.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './introduce-page.module.css';

interface IntroduceData {
  readonly content: IntroduceContent;
  readonly texts: PageTexts['introduce'];
  readonly photos: readonly PhotoView[];
}

/** The studio's choice and representative photos, the oldest first, because the home page shows the newest. */
const loadPhotos = async (api: Api, { photo }: IntroduceContent): Promise<readonly PhotoView[]> => {
  const photos = await api
    .call(photoEndpoints.categoryPhotos, { params: { categoryId: 'REPRESENTATIVE' } })
    .catch((): Photo[] => []);
  return [...(photo === null ? [] : [photo]), ...photos.toReversed()].slice(0, 2).map(toPhotoView);
};

/** Without a photo the page still shows its text. */
export const loadIntroduce = (api: Api) => async (): Promise<IntroduceData> => {
  const [content, pages] = await Promise.all([
    api.call(studioEndpoints.introduce, {}),
    api.call(studioEndpoints.pages, {}),
  ]);
  return { content, texts: pages.introduce, photos: await loadPhotos(api, content) };
};

export const introduceMeta = ({ texts }: IntroduceData): PageMeta => ({
  title: '소개',
  description: texts.description,
});

export const IntroducePage = () => {
  const { content, texts, photos } = useLoaderData<IntroduceData>();
  const [photo, band] = photos;
  return (
    <article className={styles.page}>
      <header className={cx('stack-6', styles.head)}>
        <h1 className={styles.title}>{content.headline}</h1>
        <p className="prose large">{content.lead}</p>
      </header>
      {photo !== undefined && (
        <div className={styles.photo}>
          <PhotoPicture photo={photo} sizes="(min-width: 75rem) 1200px, 100vw" isPriority />
        </div>
      )}
      {content.principles.length > 0 && (
        <section className="stack-6" aria-labelledby="habits-title">
          <h2 id="habits-title" className="title">
            {content.principlesTitle}
          </h2>
          <ul className={cx('stack-8', styles.list)}>
            {content.principles.map(({ title, body }) => (
              <li key={title} className="stack-2 start ruled">
                <h3>{title}</h3>
                <p className="prose muted">{body}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {band !== undefined && (
        <div className={styles.band}>
          <PhotoPicture photo={band} sizes="(min-width: 48rem) 100vw, 36rem" fillsParent isDecorative />
        </div>
      )}
      <Directions content={content} />
      <section className="stack-6" aria-labelledby="invite-title">
        <h2 id="invite-title" className="title">
          {texts.invitationTitle}
        </h2>
        <p className="prose">{content.invitation}</p>
        <div className={styles.actions}>
          <ButtonLink to={paths.reserveType()} size="large">
            예약하기
          </ButtonLink>
          <Link to={paths.price()} className="link">
            가격 보기
          </Link>
        </div>
      </section>
    </article>
  );
};
