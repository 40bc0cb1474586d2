import type { ShootType } from '#contract/shoot-types.ts';
import type { Tx } from '#server/db/database.ts';
import { readSection } from './read-sections.ts';

/** Whether visitors can choose this version of a package of the category now. */
export const isPackageOffered = async (tx: Tx, shootType: ShootType, versionId: number): Promise<boolean> => {
  const { packages } = await readSection(tx, 'packages');
  return packages.some(
    (item) => item.versionId === versionId && item.shootType === shootType && !item.isHidden,
  );
};
