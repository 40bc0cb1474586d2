import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { toAdminPhoto } from '../to-admin-photo.ts';
import { TileCaption } from './photo-tile-parts.tsx';

test('a hidden photo without a description is not marked as waiting for something', () => {
  const photo = toAdminPhoto({ id: 1, imageUrl: '/photos/a.jpg', savedFileName: 'a.jpg', category: 'FOOD' });
  const html = renderToStaticMarkup(
    <TileCaption photo={{ ...photo, isHidden: true }} label="음식" position={1} isOnHome={false} />,
  );
  expect(html).toContain('숨김');
  expect(html).toContain('설명 없음');
  expect(html).not.toContain('data-tone="waiting"');
});
