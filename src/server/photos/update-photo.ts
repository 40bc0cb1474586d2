import { and, eq, isNull } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import type { Db } from '#server/db/connection.ts';
import { photos } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { defaultAlt } from './default-alt.ts';
import { changeWall, findFront } from './lock-wall.ts';
import type { PhotoRow } from './queries.ts';

interface Wish {
  readonly category: PhotoCategory;
  readonly alt: string;
}

/** Refuses NOT_FOUND, PHOTO_EXISTS, CATEGORY_FULL. */
export const updatePhoto = (db: Db, id: number, { category, alt }: Wish, change: Change): Promise<PhotoRow> =>
  changeWall(db, async (tx) => {
    const isIt = and(eq(photos.id, id), isNull(photos.deletedAt));
    const [before] = await tx.select().from(photos).where(isIt);
    if (before === undefined) throw refuse('NOT_FOUND');
    const isMoved = before.category !== category;
    const hanging = isMoved ? { position: await findFront(tx, category), hungAt: change.now } : {};
    const said = alt === '' ? defaultAlt(category) : alt;
    const [photo] = await tx
      .update(photos)
      .set({ category, alt: said, ...hanging })
      .where(isIt)
      .returning();
    if (photo === undefined) throw refuse('NOT_FOUND');
    await recordAudit(tx, change, {
      action: 'UPDATE_PHOTO',
      target: `photo:${id}`,
      before: { category: before.category },
      after: { category, isAltChanged: said !== before.alt },
    });
    return photo;
  });
