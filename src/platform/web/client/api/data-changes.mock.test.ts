import { expect, it, vi } from 'vitest';
import { photoEndpoints } from '#core/files/contract/photos.ts';
import { adminPhotoEndpoints } from '#features/gallery/contract/admin-photos.ts';
import { questionEndpoints } from '#features/questions/contract/questions.ts';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('location', { pathname: '/admin' });
vi.stubGlobal('navigator', {});
vi.stubGlobal('addEventListener', () => undefined);

const { browserApi } = await import('./browser-api.ts');
const { queryClient } = await import('./queries.ts');
const { homePhotos } = photoEndpoints;
const { getQuestion } = questionEndpoints;

const send = (status: number): Promise<unknown> => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })));
  return browserApi.call(adminPhotoEndpoints.deletePhoto, { params: { id: 1 } }).catch(() => null);
};
const load = async (): Promise<void> => {
  for (const { path, reads } of [homePhotos, getQuestion])
    await queryClient.fetchQuery({ queryKey: [path], queryFn: () => ({}), meta: { reads }, staleTime: 0 });
};
const isOutdated = ({ path }: { path: string }): boolean | undefined =>
  queryClient.getQueryState([path])?.isInvalidated;

it('a call that succeeds invalidates the queries that read what its endpoint changes, and no others', async () => {
  await load();
  await send(204);
  expect(isOutdated(homePhotos)).toBe(true);
  expect(isOutdated(getQuestion)).toBe(false);
});

it('a call that fails invalidates nothing', async () => {
  await load();
  await send(409);
  expect(isOutdated(homePhotos)).toBe(false);
});
