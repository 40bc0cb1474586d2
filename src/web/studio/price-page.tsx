import { Link } from 'react-router';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import type { PageMeta } from '#web/document/page-meta.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { WidePage } from '#web/ui/wide-page.tsx';
import typography from '#web/ui/typography.module.css';
import { formatStartingPrice, packages } from './packages.ts';
import styles from './price-page.module.css';

const priced = [packages.LANDSCAPE, packages.PRODUCT, packages.FOOD];

const refunds = [
  { when: '촬영 14일 전까지', what: '전액 환불' },
  { when: '촬영 7일 전까지', what: '50% 환불' },
  { when: '촬영 6일 전부터 당일까지', what: '환불 불가' },
] as const;

export const priceMeta = (): PageMeta => ({
  title: '가격',
  description: '풍경, 제품, 음식 촬영 패키지의 구성과 시작 가격, 취소와 환불의 기준을 안내합니다.',
  offers: priced.map(({ type }) => type),
});

export const PricePage = () => (
  <WidePage
    title="가격"
    lead="아래 금액은 시작 가격입니다. 장소와 수량에 따라 달라질&nbsp;수 있으며, 사전 미팅에서 정확한 견적을 알려 드립니다."
  >
    <ul className={styles.packages}>
      {priced.map((one) => (
        <li key={one.type} className={styles.package}>
          <h2 className={styles.name}>
            <Link to={paths.category(one.type)}>{shootTypeLabels[one.type]}</Link>
          </h2>
          <p className={styles.price}>{formatStartingPrice(one)}</p>
          <p className={styles.summary}>{one.summary}</p>
          <ul className={styles.includes}>
            {one.includes.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <Link
            to={paths.reserveDate(one.type)}
            className={buttonClass({ variant: 'secondary', size: 'large', isWide: true })}
            aria-label={`${shootTypeLabels[one.type]} 예약하기`}
          >
            예약하기
          </Link>
        </li>
      ))}
    </ul>
    <p className={styles.wedding}>
      <Link to={paths.category('WEDDING')} className={styles.weddingName}>
        {shootTypeLabels.WEDDING}
      </Link>
      <span>{formatStartingPrice(packages.WEDDING)}</span>
    </p>
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
