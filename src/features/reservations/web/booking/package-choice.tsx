import { useState } from 'react';
import type { ShootType } from '#core/content/contract/categories.ts';
import { studioEndpoints, type OfferedPackage } from '#core/content/contract/studio.ts';
import { formatStartingPrice } from '#core/content/web/format-price.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './package-choice.module.css';

const describe = ({ name, priceWon, includes }: OfferedPackage): string =>
  [`${name} ${formatStartingPrice(priceWon)}`, includes.join(', ')].join('\n');

const confirmChange = (before: OfferedPackage, after: OfferedPackage): Promise<boolean> =>
  askConfirm({
    message: `그사이 상품의 내용이나 가격이 변경되었습니다.\n\n이전: ${describe(before)}\n\n지금: ${describe(after)}\n\n변경된 내용으로 예약할까요?`,
    confirmLabel: '예약하기',
  });

/**
 * The packages of a category as the visitor first saw them, and the chosen one. While the form is open only `askAgain` changes the
 * packages, so that no price changes unnoticed.
 */
export const usePackageChoice = (shootType: ShootType) => {
  const { data, refetch } = useApiQuery(studioEndpoints.packages, {});
  const [shown, setShown] = useState<readonly OfferedPackage[] | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const ofType = (packages: readonly OfferedPackage[]) =>
    packages.filter((item) => item.shootType === shootType);
  if (shown === null && data !== undefined) setShown(ofType(data));
  const packages = shown ?? [];
  const chosen = packages.find(({ id }) => id === chosenId) ?? packages[0];

  return {
    packages,
    chosen,
    choose: setChosenId,
    /** Reads the packages again, shows them and asks whether to book the chosen one. Undefined when declined or when it is gone. */
    askAgain: async (): Promise<OfferedPackage | undefined> => {
      const current = ofType((await refetch()).data ?? []);
      setShown(current);
      const after = current.find(({ id }) => id === chosen?.id);
      if (chosen === undefined || after === undefined) return undefined;
      return (await confirmChange(chosen, after)) ? after : undefined;
    },
  };
};

interface PackageChoiceProps {
  readonly packages: readonly OfferedPackage[];
  readonly chosen: OfferedPackage | undefined;
  readonly onChoose: (id: string) => void;
}

const PackageText = ({ item: { name, priceWon, includes } }: { item: OfferedPackage }) => (
  <span className={cx('stack-1', styles.text)}>
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
      <legend className={cx('strong', styles.legend)}>상품</legend>
      {packages.length === 1 ? (
        <p className={cx('row-3', styles.package)}>
          <PackageText item={only} />
        </p>
      ) : (
        packages.map((item) => (
          <label key={item.id} className={cx('row-3', styles.package)}>
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
