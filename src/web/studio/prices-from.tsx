import { Link } from 'react-router';
import { shootTypeLabels, shootTypes } from '#contract/shoot-types.ts';
import { paths } from '#web/paths.ts';
import { formatStartingPrice, packages } from './packages.ts';
import styles from './prices-from.module.css';

export const PricesFrom = () => (
  <section className={styles.section} aria-labelledby="prices-title">
    <div>
      <h2 id="prices-title" className={styles.title}>
        촬영 가격
      </h2>
      <Link to={paths.price()} className={styles.more}>
        구성과 가격 자세히 보기
      </Link>
    </div>
    <dl className={styles.list}>
      {shootTypes.map((type) => (
        <div key={type} className={styles.row}>
          <dt>{shootTypeLabels[type]}</dt>
          <dd className={styles.price}>{formatStartingPrice(packages[type])}</dd>
        </div>
      ))}
    </dl>
  </section>
);
