import { expect, it } from 'vitest';
import { createRenderTurns, MAX_PHOTOS_IN_A_ROW } from './render-turns.ts';

/** Turns whose photos wait in a list. */
const createTurns = () => {
  const photos: (() => Promise<void>)[] = [];
  const turns = createRenderTurns(() => Promise.resolve(photos.shift() ?? null));
  const photo = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      photos.push(() => work().then(resolve, reject));
      void turns.wake();
    });
  return { photo, picture: turns.picture };
};

/** Queues of tasks that run until the test ends them, and the names of the started ones. */
const createQueues = () => {
  const turns = createTurns();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<void>((end) => ends.push(end));
  };
  return {
    started,
    photo: (name: string) => turns.photo(task(name)),
    picture: (memberId: string, name: string) => turns.picture(memberId, task(name)),
    end: async () => {
      await new Promise(setImmediate);
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
};

it('photos are rendered before pictures that wait longer', async () => {
  const { photo, picture, started, end } = createQueues();
  const all = [photo('a')];
  await expect.poll(() => started).toEqual(['a']);
  all.push(picture('member', 'b'), photo('c'), picture('member', 'd'), photo('e'));
  for (let count = 0; count < all.length; count += 1) await end();
  await Promise.all(all);
  expect(started).toEqual(['a', 'c', 'e', 'b', 'd']);
});

it('a waiting picture has its turn after some photos in a row', async () => {
  const { photo, picture, started, end } = createQueues();
  const all = [photo('first')];
  await expect.poll(() => started).toEqual(['first']);
  all.push(picture('member', 'picture'));
  for (let count = 0; count < MAX_PHOTOS_IN_A_ROW + 2; count += 1) all.push(photo(`photo ${count}`));
  for (let count = 0; count < all.length; count += 1) await end();
  await Promise.all(all);
  expect(started.indexOf('picture')).toBe(MAX_PHOTOS_IN_A_ROW + 1);
  expect(started).toHaveLength(all.length);
});

it('a third waiting picture of a member is refused, and another member’s is not', async () => {
  const { picture, started, end } = createQueues();
  const admitted = ['a', 'b', 'c'].map((name) => picture('one', name));
  await expect(picture('one', 'd')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfter: 5,
    message: '앞서 업로드하신 사진을 처리하고 있습니다. 잠시 후 다시 업로드해 주세요.',
  });
  admitted.push(picture('other', 'e'));
  await end();
  admitted.push(picture('one', 'f'));
  for (let count = 0; count < 4; count += 1) await end();
  await Promise.all(admitted);
  expect(started).toEqual(['a', 'b', 'c', 'e', 'f']);
});

it('at most 60 pictures wait', async () => {
  const { picture, started, end } = createQueues();
  const admitted = [picture('first', 'running')];
  for (let count = 0; count < 60; count += 1) admitted.push(picture(`member ${count}`, 'picture'));
  await expect(picture('member', 'picture')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  for (let count = 0; count < 61; count += 1) await end();
  await Promise.all(admitted);
  expect(started).toHaveLength(61);
});

it('the next one is rendered when one fails', async () => {
  const turns = createTurns();
  const failing = turns.photo(() => Promise.reject(new Error('failed')));
  const next = turns.picture('member', () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
  expect(await turns.photo(() => Promise.resolve('idle again'))).toBe('idle again');
});
