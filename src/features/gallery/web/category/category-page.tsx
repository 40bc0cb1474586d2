import { ArrowRight, MessageCircle, Phone } from 'lucide-react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { findCategory, type Category, type ShootType } from '#core/content/contract/categories.ts';
import {
  studioEndpoints,
  type CategoryContent,
  type OfferedPackage,
  type Studio,
} from '#core/content/contract/studio.ts';
import { callLink } from '#core/content/web/contact-links.ts';
import { formatStartingPrice } from '#core/content/web/format-price.ts';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { type Photo, photoEndpoints } from '#core/files/contract/photos.ts';
import { toPreloadImage, toShareImage, toPhotoView, type GalleryPhoto } from '#core/files/web/photo-view.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { PhotoRows } from './photo-rows.tsx';
import { PhotoSlider } from './photo-slider.tsx';
import { rowShapeOf, buildSlideSizes } from './slide-sizes.ts';
import { useLightbox } from './use-lightbox.tsx';
import styles from './category-page.module.css';

interface CategoryData {
  readonly type: ShootType;
  readonly texts: CategoryContent[string];
  readonly packages: readonly OfferedPackage[];
  readonly photos: readonly GalleryPhoto[];
}

/** The id serves as the React key. The specification does not promise one in a category's list, so the index replaces a missing id. */
const toGalleryPhoto = (photo: Partial<Photo>, index: number): GalleryPhoto => ({
  id: photo.id ?? index,
  ...toPhotoView(photo),
});

/** Throws 404 for an unknown or hidden category. When photos fail to load, the page still shows its text and booking link. */
export const loadCategory =
  (api: Api) =>
  async ({ params }: LoaderFunctionArgs): Promise<CategoryData> => {
    const type = (params.categoryId ?? '').toUpperCase();
    const [categories, packages, photos] = await Promise.all([
      api.call(studioEndpoints.categories, {}),
      api.call(studioEndpoints.packages, {}),
      api.call(photoEndpoints.categoryPhotos, { params: { categoryId: type } }).catch((): Photo[] => []),
    ]);
    const texts = categories[type];
    if (texts === undefined) throw new Response(null, { status: 404 });
    return {
      type,
      texts,
      packages: packages.filter(({ shootType }) => shootType === type),
      photos: photos.map(toGalleryPhoto),
    };
  };

const nameOf = ({ categories }: Studio, type: ShootType): string =>
  findCategory(categories, type)?.name ?? '';

export const categoryMeta = (data: CategoryData, studio: Studio): PageMeta => {
  const [first] = data.photos;
  return {
    title: `${nameOf(studio, data.type)} 사진`,
    description: data.texts.description,
    image: toShareImage(first),
    ...(first && { preloadImage: toPreloadImage(first, buildSlideSizes(first, rowShapeOf(data.photos))) }),
    canonical: paths.category(data.type),
    offers: data.packages,
  };
};

/** The lowest starting price in won; null when no package has one. */
const lowestPrice = (packages: readonly OfferedPackage[]): number | null =>
  packages.reduce<number | null>(
    (lowest, { priceWon }) => (priceWon === null ? lowest : Math.min(lowest ?? priceWon, priceWon)),
    null,
  );

/** The category after this one; after the last one, the first. Undefined when there is no other. */
const nextOf = ({ categories }: Studio, type: ShootType): Category | undefined => {
  const next = categories[categories.findIndex(({ id }) => id === type) + 1] ?? categories[0];
  return next?.id === type ? undefined : next;
};

/** With fewer photos the slider alone shows them. */
const MIN_ROWS = 6;

interface GalleryProps {
  readonly photos: readonly GalleryPhoto[];
  readonly label: string;
  readonly type: ShootType;
}

const Gallery = ({ photos, label, type }: GalleryProps) => {
  const { open, lightbox } = useLightbox(photos, type);
  return (
    <div className={styles.gallery}>
      <PhotoSlider photos={photos} label={label} onOpen={open} />
      {photos.length >= MIN_ROWS && <PhotoRows photos={photos} label={label} onOpen={open} />}
      {lightbox}
    </div>
  );
};

export const CategoryPage = () => {
  const { type, texts, packages, photos } = useLoaderData<CategoryData>();
  const studio = useStudio();
  const label = nameOf(studio, type);
  const next = nextOf(studio, type);
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{label}</h1>
        <p className={cx('muted', styles.summary)}>{texts.summary}</p>
      </header>
      {photos.length === 0 ? (
        <p className={cx('muted', styles.none)}>이미지가 없습니다.</p>
      ) : (
        <Gallery key={type} type={type} photos={photos} label={`${label} 사진`} />
      )}
      <div className={cx('stack-8', styles.about)}>
        <p className="prose large">{texts.description}</p>
        {packages.length > 0 && (
          <section className={cx('stack-3 start', styles.offer)} aria-labelledby="includes-title">
            <h2 id="includes-title" className={styles.subtitle}>
              구성
            </h2>
            {packages.map(({ id, name, priceWon, includes }) => (
              <div key={id} className="full">
                {packages.length > 1 && (
                  <h3>
                    {name} {formatStartingPrice(priceWon)}
                  </h3>
                )}
                <ul className={styles.includes}>
                  {includes.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
            ))}
            <Link to={paths.price()} className="link">
              모든 가격 보기
            </Link>
          </section>
        )}
      </div>
      {next !== undefined && (
        <nav className={styles.next} aria-label="다른 카테고리">
          <Link to={paths.category(next.id)} className={cx('stack-1', styles.nextLink)}>
            <span className="note">다음 카테고리</span>
            <span className={styles.nextName}>
              {next.name} <ArrowRight aria-hidden="true" />
            </span>
          </Link>
        </nav>
      )}
      <div className={styles.bar}>
        <p className={cx('subtitle tabular', styles.price)}>{formatStartingPrice(lowestPrice(packages))}</p>
        <div className={styles.contacts}>
          <a href={callLink(studio.phone)} aria-label={`전화 ${studio.phone}`}>
            <Phone size={20} aria-hidden="true" />
          </a>
          {studio.kakaoChannel !== '' && (
            <a href={studio.kakaoChannel} target="_blank" rel="noreferrer" aria-label="카카오톡 상담(새 창)">
              <MessageCircle size={20} aria-hidden="true" />
            </a>
          )}
        </div>
        <ButtonLink to={paths.reserveDate(type)} size="large">
          예약하기
        </ButtonLink>
      </div>
    </article>
  );
};
