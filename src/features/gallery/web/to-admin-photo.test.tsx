import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PhotoGrid } from './admin/photo-grid.tsx';
import { toAdminPhoto } from './to-admin-photo.ts';

const ignore = (): void => undefined;

test.each(['imageUrl', 'url', 'image', 'path'])(
  '@3-photo-places admins see a photo with the specified fields alone, its address in %s',
  (field) => {
    const photo = { id: 1, [field]: '/photos/a.jpg', savedFileName: 'a.jpg', category: 'FOOD' } as const;
    const html = renderToString(
      <PhotoGrid
        photos={[toAdminPhoto(photo)]}
        label="음식"
        homePhotoId={undefined}
        isOrderLocked={false}
        onOrder={ignore}
        onDropOnHome={ignore}
        actions={{ onEdit: ignore, onDelete: ignore }}
      />,
    );
    expect(html).toContain('src="/photos/a.jpg"');
    expect(html).toContain('설명 없음');
  },
);
