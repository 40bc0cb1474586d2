import { appError } from '#contract/errors.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import type { Tx } from '#server/db/database.ts';
import { readSection } from './read-sections.ts';

/** Throws PACKAGE_CHANGED unless visitors can choose this version of a package of the category now. */
export const assertOffered = async (tx: Tx, shootType: ShootType, versionId: number): Promise<void> => {
  const { packages } = await readSection(tx, 'packages');
  const isOffered = packages.some(
    (item) => item.versionId === versionId && item.shootType === shootType && !item.isHidden,
  );
  if (!isOffered) throw appError('PACKAGE_CHANGED');
};
