import { expect, it } from 'vitest';
import { queuePicture, queueRendering } from './render-queue.ts';

it('a photo of the studio is rendered before pictures of members that wait longer', async () => {
  const loaded: string[] = [];
  const load = (name: string) => () => {
    loaded.push(name);
    return Promise.reject(new Error('the file is not needed'));
  };
  await Promise.allSettled([
    queuePicture('one', load('rendered picture')),
    queuePicture('one', load('waiting picture')),
    queuePicture('other', load('other picture')),
    queueRendering(load('photo'), ''),
  ]);
  expect(loaded).toEqual(['rendered picture', 'photo', 'waiting picture', 'other picture']);
});
