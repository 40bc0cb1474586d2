import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminPhoto } from '#contract/photos.ts';
import type { AdminPhoto, Photo } from '#contract/photos.ts';
import { adminAuditLog, fileDeletions, photos } from '#server/db/schema.ts';
import { testApp } from '#test/app.ts';
import { insertAdmin } from '#test/factories.ts';
import { hangPicture, keysIn, putUpload, saveUpload, tinyPicture, uploaderOf } from '#test/uploads.ts';
import { checksumOf } from './checksum.ts';
import { keysOf } from './renditions.ts';

const app = await testApp();
const admin = uploaderOf(app, (await insertAdmin(app)).id);

describe('saving', () => {
  it('hangs the photo at the front, with all its files and a line in the log', async () => {
    const older = await hangPicture(admin, { category: 'WEDDING' });
    const bytes = await tinyPicture();
    const name = await putUpload(admin, bytes, { contentLength: bytes.byteLength });
    const response = await saveUpload(admin, name, { category: 'WEDDING' });
    expect(response.status).toBe(201);
    const photo = (await response.json()) as AdminPhoto;
    expect(adminPhoto.parse(photo)).toEqual(photo);
    expect(photo).toMatchObject({
      alt: '웨딩 사진',
      category: 'WEDDING',
      contentHash: checksumOf(bytes),
      isDamaged: false,
      originalFileName: '꽃.png',
      width: 12,
    });
    const shown = (await (await app.get('/api/photo/category-detail/wedding')).json()) as Photo[];
    expect(shown.map(({ id }) => id)).toEqual([photo.id, older.id]);

    const [row] = await app.db.select().from(photos).where(eq(photos.id, photo.id));
    const keys = keysOf({ savedFileName: photo.savedFileName, widths: [12] });
    const files = await Promise.all(keys.map((key) => app.deps.storage.read(key)));
    expect(row?.checksums).toEqual(files.map((file) => checksumOf(file ?? Buffer.alloc(0))));
    expect(await keysIn(app.deps.storage, 'staging/')).toEqual([]);
    expect(
      await app.db
        .select()
        .from(fileDeletions)
        .where(eq(fileDeletions.key, keys[0] ?? '')),
    ).toEqual([]);

    const lines = await app.db
      .select()
      .from(adminAuditLog)
      .where(eq(adminAuditLog.target, `photo:${photo.id}`));
    expect(lines).toMatchObject([
      {
        action: 'CREATE_PHOTO',
        adminId: admin.memberId,
        address: '203.0.113.1',
        after: { category: 'WEDDING' },
      },
    ]);
  });
});
