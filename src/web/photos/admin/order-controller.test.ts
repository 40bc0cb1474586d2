import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { ApiError } from '#web/api/api.ts';
import { createOrderController } from './order-controller.ts';
import type { OrderDeps } from './order-controller.ts';

const FAILED = '순서를 저장하지 못했습니다. 다시 시도해 주세요.';

const stage = (given: Partial<OrderDeps> = {}) => {
  const sent: (readonly number[])[] = [];
  const heard: string[] = [];
  const ordering = createOrderController({
    send: async (ids) => void sent.push(ids),
    refresh: async () => {},
    showStatus: (words) => void heard.push(words),
    showError: (words) => void heard.push(`! ${words}`),
    ...given,
  });
  return { ordering, sent, heard };
};

test('a new order is shown at once, and of several the last is sent', async () => {
  const { ordering, sent, heard } = stage();
  const first = ordering.hang([1, 2, 3]);
  void ordering.hang([2, 1, 3]);
  void ordering.hang([3, 2, 1]);
  expect(ordering.read()).toEqual([3, 2, 1]);
  await first;
  expect(sent).toEqual([
    [1, 2, 3],
    [3, 2, 1],
  ]);
  expect(ordering.read()).toBeNull();
  expect(heard).toEqual(['순서를 저장하는 중입니다.', '순서를 저장했습니다.']);
});

test('a rejected order is undone with an error message', async () => {
  const { PHOTOS_CHANGED } = errors;
  const { ordering, heard } = stage({
    send: () => Promise.reject(new ApiError(409, { message: PHOTOS_CHANGED.message })),
  });
  await ordering.hang([2, 1]);
  expect(ordering.read()).toBeNull();
  expect(heard.at(-1)).toBe(`! ${PHOTOS_CHANGED.message}`);
});

test('an order chosen while a rejected one is undone is sent', async () => {
  const sent: (readonly number[])[] = [];
  let refreshed = 0;
  const { ordering, heard } = stage({
    send: async (ids) => {
      sent.push(ids);
      if (sent.length === 1) throw new ApiError(0, {});
    },
    refresh: async () => {
      refreshed += 1;
      if (refreshed === 1) void ordering.hang([3, 1, 2]);
    },
  });
  await ordering.hang([2, 1, 3]);
  expect(sent).toEqual([
    [2, 1, 3],
    [3, 1, 2],
  ]);
  expect(heard.at(-1)).toBe('순서를 저장했습니다.');
});

test('a failed refetch of the list does not block ordering', async () => {
  let isDown = true;
  const { ordering, sent, heard } = stage({
    refresh: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve()),
  });
  await expect(ordering.hang([2, 1])).rejects.toThrow('down');
  expect(heard.at(-1)).toBe(`! ${FAILED}`);
  isDown = false;
  await ordering.hang([1, 2]);
  expect(sent).toHaveLength(2);
  expect(ordering.read()).toBeNull();
});
