import type { OfferedPackage } from '#contract/studio.ts';
import { formatStartingPrice } from '#web/studio/format-price.ts';
import styles from './package-choice.module.css';

interface PackageChoiceProps {
  readonly packages: readonly OfferedPackage[];
  readonly chosen: OfferedPackage | undefined;
  readonly onChoose: (id: string) => void;
}

const PackageText = ({ item: { name, priceWon, includes } }: { item: OfferedPackage }) => (
  <span className={styles.text}>
    <span className={styles.line}>
      <span className="strong">{name}</span>
      <span className="tabular">{formatStartingPrice(priceWon)}</span>
    </span>
    <span className="note">{includes.join(' · ')}</span>
  </span>
);

/** The package with its price, or a choice when the category has several. Renders nothing while loading and without packages. */
export const PackageChoice = ({ packages, chosen, onChoose }: PackageChoiceProps) => {
  const [only] = packages;
  if (only === undefined) return null;
  return (
    <fieldset className="stack-2">
      <legend className={styles.legend}>상품</legend>
      {packages.length === 1 ? (
        <p className={styles.package}>
          <PackageText item={only} />
        </p>
      ) : (
        packages.map((item) => (
          <label key={item.id} className={styles.package}>
            <input
              type="radio"
              name="package"
              value={item.id}
              checked={item.id === chosen?.id}
              onChange={() => onChoose(item.id)}
              className={styles.radio}
            />
            <PackageText item={item} />
          </label>
        ))
      )}
      <p className="note">정확한 금액은 사전 미팅에서 안내해 드립니다.</p>
    </fieldset>
  );
};
