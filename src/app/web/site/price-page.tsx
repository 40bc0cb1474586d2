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
import { formatMonthDay } from '#platform/contract/seoul-time.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import { HowToBook } from './how-to-book.tsx';
import { dateRates, EXAMPLE_DATE, type TextPair } from './refund-dates.ts';
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
    preloadImage: toPreloadImage(
      packages[0].photo,
      photoSizes(packages[0].photo, columnsOf(packages.length)),
    ),
  }),
});

/** How many packages are side by side on a wide screen. */
const columnsOf = (count: number): number => (count === 5 || count === 6 ? 3 : Math.min(count, 4));

// Must match the style sheet.
const PHONE = '92vw';
const TWO_COLUMNS = '(min-width: 40rem) 45vw';
const frames = [
  ['(min-width: 75rem) 34rem', TWO_COLUMNS, PHONE],
  ['(min-width: 75rem) 23rem', '(min-width: 48rem) 30vw', TWO_COLUMNS, PHONE],
  ['(min-width: 100rem) 24rem', '(min-width: 75rem) 17rem', '(min-width: 64rem) 22vw', TWO_COLUMNS, PHONE],
];
const photoSizes = (photo: PhotoView, columns: number): string =>
  buildCoverSizes(photo, 5 / 4, frames[Math.max(columns - 2, 0)] ?? [PHONE]);

const Pairs = ({ pairs }: { pairs: readonly TextPair[] }) => (
  <ul className={cx('small', styles.pairs)}>
    {pairs.map(([name, value]) => (
      <li key={`${name} ${value}`}>
        <span>{name}</span> <span className="tabular">{value}</span>
      </li>
    ))}
  </ul>
);

/** Separates the price at the end of an option from its name. */
const splitOption = (option: string): TextPair => {
  const at = option.lastIndexOf(' ');
  return /[\d만천]원/.test(option.slice(at)) && at > 0
    ? [option.slice(0, at), option.slice(at + 1)]
    : [option, ''];
};

interface PackageProps {
  readonly item: OfferedPackage;
  readonly columns: number;
  readonly isFirst: boolean;
  /** Whether any package has a photo, so that the texts of all begin at one height. */
  readonly hasFrame: boolean;
}

const Package = ({ item, columns, isFirst, hasFrame }: PackageProps) => {
  const { shootType, name, summary, priceWon, includes, photo, shootingTime, retouched, delivery } = item;
  // The other photos load after hydration, so that they do not delay the first.
  const isHydrated = useIsHydrated();
  const facts = [
    shootingTime && `촬영 ${shootingTime}`,
    retouched && `보정본 ${retouched}`,
    delivery && `전달까지 ${delivery}`,
  ].filter((fact) => fact);
  const options = (item.options ?? '').split('\n').filter((option) => option !== '');
  return (
    <li className={styles.package}>
      {hasFrame && (
        <div className={styles.photo}>
          {photo !== null && (
            <PhotoPicture
              photo={photo}
              sizes={photoSizes(photo, columns)}
              isPriority={isFirst}
              isPreviewOnly={!isFirst && !isHydrated}
              fillsParent
              isDecorative
            />
          )}
        </div>
      )}
      <div className={cx('stack-2 start', styles.head)}>
        <h2 className={cx('title', styles.name)}>
          <Link to={paths.category(shootType)}>{name}</Link>
        </h2>
        <p className={cx('strong tabular', styles.price)}>{formatStartingPrice(priceWon)}</p>
        <p className="muted">{summary}</p>
      </div>
      <ul className={styles.includes}>
        {facts.map((fact) => (
          <li key={fact} className="strong">
            {fact}
          </li>
        ))}
        {includes
          .filter((included) => !facts.includes(included))
          .map((included) => (
            <li key={included}>{included}</li>
          ))}
      </ul>
      {options.length > 0 && (
        <div className={styles.options}>
          <h3 className="small">추가 선택</h3>
          <Pairs pairs={options.map(splitOption)} />
        </div>
      )}
      <ButtonLink
        to={paths.reserveDate(shootType)}
        variant="secondary"
        size="large"
        isWide
        aria-label={`${name} 예약하기`}
      >
        예약하기
      </ButtonLink>
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
  const { stepsTitle, steps, refundTitle } = texts;
  const columns = columnsOf(packages.length);
  const rates = findRates(refund);
  const dates = dateRates(rates);
  return (
    <WidePage title="가격" lead={texts.lead}>
      {packages.length > 0 && (
        <ul className={styles.packages} data-columns={columns}>
          {packages.map((item, index) => (
            <Package
              key={item.id}
              item={item}
              columns={columns}
              isFirst={index === 0}
              hasFrame={packages.some(({ photo }) => photo !== null)}
            />
          ))}
        </ul>
      )}
      {stepsTitle && steps && steps.length > 0 && (
        <div className={styles.section}>
          <HowToBook texts={{ stepsTitle, steps }} />
        </div>
      )}
      <section className={cx('stack-6', styles.section)} aria-labelledby="refund-title">
        <h2 id="refund-title" className="title">
          {refundTitle}
        </h2>
        <div className={styles.refund}>
          <div className="stack-4 reading">
            <LegalBlocks blocks={rates} headingId="refund-title" />
          </div>
          {dates.length > 0 && (
            <div className={cx('reading', styles.example)}>
              <h3 className="small">{`예: ${formatMonthDay(EXAMPLE_DATE)}에 촬영하신다면`}</h3>
              <Pairs pairs={dates} />
            </div>
          )}
        </div>
        <p className="note">
          전체 내용은 <Link to={paths.legalDocument('refund')}>{legalDocumentTitles.refund}</Link>에서
          확인하실 수 있습니다.
        </p>
      </section>
    </WidePage>
  );
};
