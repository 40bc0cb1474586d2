import { and, eq, notInArray } from 'drizzle-orm';
import { findPhone } from '#core/auth/server/accounts/queries.ts';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { contentSections, documentSections } from '#core/content/contract/sections.ts';
import { listSections } from '#core/content/server/settings-queries.ts';
import { isVisible } from '#core/files/server/photos/queries.ts';
import { photos } from '#core/files/server/tables.ts';
import { readSampleFileNames } from '#features/gallery/server/load-sample-photos.ts';
import { reservationSections } from '#features/reservations/contract/sections.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { type Desk, type SetupStep, setupSteps } from '../../contract/desk.ts';
import { countSampleContent } from '../sample/sample-content.ts';

/** Whether one of the studio's own photos is a visible representative photo. */
const hasOwnPhoto = async (db: Db): Promise<boolean> => {
  const isOwn = and(
    eq(photos.category, 'REPRESENTATIVE'),
    isVisible,
    notInArray(photos.savedFileName, await readSampleFileNames()),
  );
  return (await db.$count(photos, isOwn)) > 0;
};

const { identity, packages } = contentSections;
const { terms, privacy } = documentSections;
const { hours } = reservationSections;

/** `openSteps` are the steps of the set-up that are not done. Publishing a section, even unchanged, confirms it. */
export const findSetup = async (
  { db, env }: Pick<Deps, 'db' | 'env'>,
  adminId: string,
): Promise<Pick<Desk, 'openSteps' | 'needsPhone'>> => {
  const { sendsSms } = env.services;
  const [sections, samples, hasPhoto, reservationCount, phone] = await Promise.all([
    listSections(
      db,
      [identity, packages, hours, terms, privacy].map(({ name }) => name),
    ),
    countSampleContent(db),
    hasOwnPhoto(db),
    db.$count(reservations),
    findPhone(db, adminId),
  ]);
  const isConfirmed = ({ name }: ContentSection): boolean =>
    sections.some(({ section, version }) => section === name && version > 1);
  const isDone: Readonly<Record<SetupStep, boolean>> = {
    identity: isConfirmed(identity),
    photo: hasPhoto,
    prices: isConfirmed(packages),
    hours: isConfirmed(hours),
    sms: sendsSms,
    legal: isConfirmed(terms) && isConfirmed(privacy),
    samples: samples.photos + samples.questions === 0,
    reservation: reservationCount > 0,
  };
  return {
    openSteps: setupSteps.filter((step) => !isDone[step]),
    needsPhone: sendsSms && phone === null,
  };
};
