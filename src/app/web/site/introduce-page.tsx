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
  readonly photo: PhotoView | null;
}

/** The studio's choice, or else the last of the representative photos, because the home page shows the newest. */
const loadPhoto = async (api: Api, { photo }: IntroduceContent): Promise<PhotoView | null> => {
  const last =
    photo ??
    (
      await api
        .call(photoEndpoints.categoryPhotos, { params: { categoryId: 'REPRESENTATIVE' } })
        .catch((): Photo[] => [])
    ).at(-1);
  return last === undefined ? null : toPhotoView(last);
};

/** Without a photo the page still shows its text. */
export const loadIntroduce = (api: Api) => async (): Promise<IntroduceData> => {
  const [content, pages] = await Promise.all([
    api.call(studioEndpoints.introduce, {}),
    api.call(studioEndpoints.pages, {}),
  ]);
  return { content, texts: pages.introduce, photo: await loadPhoto(api, content) };
};

export const introduceMeta = ({ texts }: IntroduceData): PageMeta => ({
  title: '소개',
  description: texts.description,
});

export const IntroducePage = () => {
  const { content, texts, photo } = useLoaderData<IntroduceData>();
  return (
    <article className={styles.page}>
      <header className={cx('stack-6', styles.head)}>
        <h1 className={styles.title}>{content.headline}</h1>
        <p className="prose large">{content.lead}</p>
      </header>
      {photo !== null && (
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
              <li key={title}>
                <h3 className={styles.name}>{title}</h3>
                <p className="prose muted">{body}</p>
              </li>
            ))}
          </ul>
        </section>
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
