import type { Tx } from '#platform/server/db/database.ts';
import type { ShootType } from '../contract/categories.ts';
import type { SectionBody } from '../contract/content-section.ts';
import { contentSections, type PackageDraft } from '../contract/sections.ts';
import { refuseUnknownCategory } from './categories.ts';
import { readSection } from './read-sections.ts';
import { packageVersions } from './tables.ts';

type Packages = SectionBody<typeof contentSections.packages>;

/** The part of a package that a reservation refers to. */
const contentOf = ({ shootType, name, summary, priceWon, includes }: PackageDraft): string =>
  JSON.stringify([shootType, name, summary, priceWon, includes]);

const insertPackageVersion = async (tx: Tx, draft: PackageDraft, now: Date): Promise<number> => {
  const { id: packageId, shootType, name, summary, priceWon, includes } = draft;
  const [row] = await tx
    .insert(packageVersions)
    .values({ packageId, shootType, name, summary, priceWon, includes, createdAt: now })
    .returning({ id: packageVersions.id });
  if (row === undefined) throw new Error('no package version was inserted');
  return row.id;
};

/**
 * Gives each package the id of its version. Inserts a new version unless the published package has a version with the same
 * `contentOf`. Throws INVALID_INPUT for an unknown category.
 */
export const withVersionIds = async (
  tx: Tx,
  { packages }: Packages,
  published: Packages | null,
  now: Date,
): Promise<Packages> => {
  const versioned: PackageDraft[] = [];
  for (const [index, draft] of packages.entries()) {
    const before = published?.packages.find(({ id }) => id === draft.id);
    const versionId =
      before?.versionId !== undefined && contentOf(before) === contentOf(draft)
        ? before.versionId
        : await refuseUnknownCategory(insertPackageVersion(tx, draft, now), `packages.${index}.shootType`);
    versioned.push({ ...draft, versionId });
  }
  return { packages: versioned };
};

/** Whether this version of a package of the category is published now and not hidden itself. The category may be hidden. */
export const isPackageOffered = async (tx: Tx, shootType: ShootType, versionId: number): Promise<boolean> => {
  const { packages } = await readSection(tx, contentSections.packages);
  return packages.some(
    (item) => item.versionId === versionId && item.shootType === shootType && !item.isHidden,
  );
};
