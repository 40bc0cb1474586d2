import { Link, useLoaderData } from 'react-router';
import { studioEndpoints } from '#contract/studio.ts';
import type { OfferedPackage } from '#contract/studio.ts';
import type { Api } from '#web/api/api.ts';
import type { PageMeta } from '#web/document/page-meta.ts';
import { paths } from '#web/paths.ts';
import { buildCoverSizes } from '#web/photos/gallery/cover-sizes.ts';
import type { FrameWidths } from '#web/photos/gallery/cover-sizes.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import { toPreloadImage } from '#web/photos/photo-view.ts';
import type { PhotoView } from '#web/photos/photo-view.ts';
import { useIsHydrated } from '#web/shell/use-is-hydrated.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { WidePage } from '#web/ui/wide-page.tsx';
import typography from '#web/ui/typography.module.css';
import { formatStartingPrice } from './format-price.ts';
import styles from './price-page.module.css';

const refunds = [
  { when: '촬영 14일 전까지', what: '전액 환불' },
  { when: '촬영 7일 전까지', what: '50% 환불' },
  { when: '촬영 6일 전부터 당일까지', what: '환불 불가' },
] as const;

export const loadPrice = (api: Api) => (): Promise<OfferedPackage[]> =>
  api.call(studioEndpoints.packages, {});

export const priceMeta = (packages: OfferedPackage[]): PageMeta => ({
  title: '가격',
  description: '풍경, 제품, 음식 촬영 패키지의 구성과 시작 가격, 취소와 환불의 기준을 안내합니다.',
  offers: packages,
  ...(packages[0]?.photo && {
    preloadImage: toPreloadImage(packages[0].photo, photoSizes(packages[0].photo)),
  }),
});

// Must match the style sheet.
const DESK_WIDTHS: FrameWidths = [
  ['(min-width: 75rem)', '27rem'],
  ['(min-width: 48rem)', '38vw'],
];
const photoSizes = (photo: PhotoView): string =>
  [buildCoverSizes(photo, 4 / 5, DESK_WIDTHS), buildCoverSizes(photo, 1, [['92vw']])].join(', ');

const Package = ({ item, isFirst }: { item: OfferedPackage; isFirst: boolean }) => {
  const { shootType, name, summary, priceWon, includes, photo } = item;
  // The others load after hydration, so that they do not delay the first.
  const isHydrated = useIsHydrated();
  return (
    <li className={styles.package} data-plain={photo === null || undefined}>
      {photo !== null && (
        <div className={styles.photo}>
          <PhotoPicture
            photo={photo}
            sizes={photoSizes(photo)}
            isPriority={isFirst}
            isPreviewOnly={!isFirst && !isHydrated}
            fillsParent
            isDecorative
          />
        </div>
      )}
      <div className={styles.text}>
        <h2 className={styles.name}>
          <Link to={paths.category(shootType)}>{name}</Link>
        </h2>
        <p className={styles.price}>{formatStartingPrice(priceWon)}</p>
        <p className={styles.summary}>{summary}</p>
        <ul className={styles.includes}>
          {includes.map((included) => (
            <li key={included}>{included}</li>
          ))}
        </ul>
        <Link
          to={paths.reserveDate(shootType)}
          className={buttonClass({ variant: 'secondary', size: 'large' })}
          aria-label={`${name} 예약하기`}
        >
          예약하기
        </Link>
      </div>
    </li>
  );
};

export const PricePage = () => {
  const packages = useLoaderData<OfferedPackage[]>();
  return (
    <WidePage
      title="가격"
      lead="아래 금액은 시작 가격입니다. 장소와 수량에 따라 달라질&nbsp;수 있으며, 사전 미팅에서 정확한 견적을 알려 드립니다."
    >
      {packages.length > 0 && (
        <ul className={styles.packages}>
          {packages.map((item, index) => (
            <Package key={item.id} item={item} isFirst={index === 0} />
          ))}
        </ul>
      )}
      <section className={styles.refund} aria-labelledby="refund-title">
        <h2 id="refund-title" className={styles.refundTitle}>
          취소와 환불
        </h2>
        <dl className={styles.refundList}>
          {refunds.map(({ when, what }) => (
            <div key={when} className={styles.refundRow}>
              <dt>{when}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p className={typography.note}>
          자세한 내용은 <Link to={paths.terms()}>이용약관</Link>에서 확인하실 수 있습니다.
        </p>
      </section>
    </WidePage>
  );
};
