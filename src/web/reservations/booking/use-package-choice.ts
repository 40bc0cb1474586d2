import { useState } from 'react';
import { formatStartingPrice } from '#web/studio/format-price.ts';
import { type OfferedPackage, studioEndpoints } from '#contract/studio.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { askConfirm } from '#web/shell/alert.tsx';

const describe = ({ name, priceWon, includes }: OfferedPackage): string =>
  [`${name} ${formatStartingPrice(priceWon)}`, includes.join(', ')].join('\n');

const confirmChange = (before: OfferedPackage, after: OfferedPackage): Promise<boolean> =>
  askConfirm({
    message: `그사이 상품의 내용이나 가격이 변경되었습니다.\n\n이전: ${describe(before)}\n\n지금: ${describe(after)}\n\n변경된 내용으로 예약할까요?`,
    confirmLabel: '예약하기',
  });

/**
 * The packages of a category as the visitor first saw them, and the chosen one. They do not change while the form is open, so that no
 * price changes unnoticed.
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
    /** Shows the package as it is now and asks whether to book it. Undefined when the visitor declines or it is gone. */
    askAgain: async (): Promise<OfferedPackage | undefined> => {
      const current = ofType((await refetch()).data ?? []);
      setShown(current);
      const after = current.find(({ id }) => id === chosen?.id);
      if (chosen === undefined || after === undefined) return undefined;
      return (await confirmChange(chosen, after)) ? after : undefined;
    },
  };
};
