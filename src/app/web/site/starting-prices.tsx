import { Link } from 'react-router';
import type { HomeContent } from '#core/content/contract/studio.ts';
import { formatStartingPrice } from '#core/content/web/format-price.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './starting-prices.module.css';

interface StartingPricesProps {
  readonly title: string;
  readonly prices: HomeContent['startingPrices'];
}

export const StartingPrices = ({ title, prices }: StartingPricesProps) => (
  <section className={cx('stack-6', styles.section)} aria-labelledby="prices-title">
    <div>
      <h2 id="prices-title" className="title">
        {title}
      </h2>
      <Link to={paths.price()} className="link">
        구성과 가격 자세히 보기
      </Link>
    </div>
    <dl className="ruled large tabular">
      {useStudio().categories.map(({ id, name }) => (
        <div key={id} className={styles.row}>
          <dt>{name}</dt>
          <dd>{formatStartingPrice(prices[id] ?? null)}</dd>
        </div>
      ))}
    </dl>
  </section>
);
