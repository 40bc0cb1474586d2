import { call, createJpeg, type Site } from './site-client.ts';
import { uploadPhoto } from './site-visit.ts';

/** Publishes photos of weddings, one of them hidden and one deleted, and two of the home page. `token` is an admin's. */
export const fillPhotos = async (site: Site, token: string): Promise<void> => {
  const path = '/api/admin/photo';
  const first = await uploadPhoto(site, token, 'WEDDING', await createJpeg());
  const hidden = await uploadPhoto(site, token, 'WEDDING', await createJpeg());
  const deleted = await uploadPhoto(site, token, 'WEDDING', await createJpeg());
  await uploadPhoto(site, token, 'REPRESENTATIVE', await createJpeg());
  const body = { category: 'WEDDING', alt: '들판의 부케', focus: { x: 20, y: 75 } };
  await call(site, `${path}/${first.id}`, { method: 'PUT', body, token });
  await call(site, `${path}/batch`, { body: { photos: [{ id: hidden.id, isHidden: true }] }, token });
  await call(site, `${path}/${deleted.id}`, { method: 'DELETE', token });
  await call(site, `${path}/order`, { body: { category: 'WEDDING', ids: [first.id, hidden.id] }, token });
  await call(site, `${path}/${first.id}/home`, { body: { category: 'WEDDING_MAIN' }, token });
};
