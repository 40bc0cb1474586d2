import { Link, useLoaderData } from 'react-router';
import {
  legalDocumentTitles,
  legalEndpoints,
  type LegalBlock,
  type LegalDocument,
} from '#core/content/contract/legal/documents.ts';
import { type PageTexts, studioEndpoints, type OfferedPackage } from '#core/content/contract/studio.ts';
import { formatStartingPrice } from '#core/content/web/format-price.ts';
import { LegalBlocks } from '#core/content/web/legal/legal-blocks.tsx';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { paths } from '#core/content/web/paths.ts';
import { buildCoverSizes } from '#core/files/web/cover-sizes.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { toPreloadImage, type PhotoView } from '#core/files/web/photo-view.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import styles from './price-page.module.css';

interface PriceData {
  readonly packages: readonly OfferedPackage[];
  readonly texts: PageTexts['price'];
  /** The refund rules in force. */
  readonly refund: LegalDocument;
}

export const loadPrice = (api: Api) => async (): Promise<PriceData> => {
  const [packages, pages, refund] = await Promise.all([
    api.call(studioEndpoints.packages, {}),
    api.call(studioEndpoints.pages, {}),
    api.call(legalEndpoints.legalDocument, { params: { kind: 'refund' }, query: {} }),
  ]);
  return { packages, texts: pages.price, refund };
};

export const priceMeta = ({ packages, texts }: PriceData): PageMeta => ({
  title: '가격',
  description: texts.description,
  offers: packages,
  ...(packages[0]?.photo && {
    preloadImage: toPreloadImage(packages[0].photo, photoSizes(packages[0].photo)),
  }),
});

// Must match the style sheet.
const DESK_WIDTHS = ['(min-width: 75rem) 27rem', '(min-width: 48rem) 38vw'];
const photoSizes = (photo: PhotoView): string =>
  [buildCoverSizes(photo, 4 / 5, DESK_WIDTHS), buildCoverSizes(photo, 1, ['92vw'])].join(', ');

const Package = ({ item, isFirst }: { item: OfferedPackage; isFirst: boolean }) => {
  const { shootType, name, summary, priceWon, includes, photo } = item;
  // The other photos load after hydration, so that they do not delay the first.
  const isHydrated = useIsHydrated();
  return (
    <li className={cx('stack-6', styles.package)} data-plain={photo === null || undefined}>
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
        <h2 className={cx('title', styles.name)}>
          <Link to={paths.category(shootType)}>{name}</Link>
        </h2>
        <p className="subtitle tabular">{formatStartingPrice(priceWon)}</p>
        <p className="muted">{summary}</p>
        <ul className={styles.includes}>
          {includes.map((included) => (
            <li key={included}>{included}</li>
          ))}
        </ul>
        <ButtonLink
          to={paths.reserveDate(shootType)}
          variant="secondary"
          size="large"
          aria-label={`${name} 예약하기`}
        >
          예약하기
        </ButtonLink>
      </div>
    </li>
  );
};

/** The part of the refund rules with the table of rates, or all of them without a table. */
const findRates = ({ lead, sections }: LegalDocument): readonly LegalBlock[] => {
  const parts = [lead, ...sections.map(({ body }) => body)];
  return parts.find((part) => part.some(({ table }) => table !== undefined)) ?? parts.flat();
};

export const PricePage = () => {
  const { packages, texts, refund } = useLoaderData<PriceData>();
  return (
    <WidePage title="가격" lead={texts.lead}>
      {packages.length > 0 && (
        <ul className={styles.packages}>
          {packages.map((item, index) => (
            <Package key={item.id} item={item} isFirst={index === 0} />
          ))}
        </ul>
      )}
      <section className={cx('stack-4 reading', styles.refund)} aria-labelledby="refund-title">
        <h2 id="refund-title" className={styles.refundTitle}>
          {texts.refundTitle}
        </h2>
        <LegalBlocks blocks={findRates(refund)} headingId="refund-title" />
        <p className="note">
          전체 내용은 <Link to={paths.legalDocument('refund')}>{legalDocumentTitles.refund}</Link>에서
          확인하실 수 있습니다.
        </p>
      </section>
    </WidePage>
  );
};
