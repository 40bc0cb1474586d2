import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { frontPosition } from '#core/files/server/photos/gallery-lock.ts';
import { photos } from '#core/files/server/tables.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { createTestApp } from '#test/test-app.ts';

const { db, ...app } = await createTestApp();

const draw = async (): Promise<number> => {
  const { rows } = await db.execute<{ position: string }>(sql`select ${frontPosition} as position`);
  return Number(rows[0]?.position);
};

it.each([[[2]], [[0, 3]], [[-7.5, 3, -20]]])(
  'a drawn position is below the lowest of the photos at %j that an older version has placed, and falls',
  async (positions) => {
    await db.delete(photos);
    await insertPhotoRows({ ...app, db }, 'FOOD', positions.map(String));
    for (const position of positions)
      await db.execute(
        sql`update photos set position = ${position} where saved_file_name = ${String(position)}`,
      );
    const migration = await readFile('db/migrations/0024-upload-jobs.sql', 'utf8');
    await db.execute(sql`drop sequence photo_positions`);
    for (const statement of migration.slice(migration.indexOf('create sequence')).trim().split('\n'))
      await db.execute(sql.raw(statement));
    const [first, second] = [await draw(), await draw()];
    expect(first).toBeLessThan(Math.min(0, ...positions));
    expect(second).toBe(first - 1);
  },
);
