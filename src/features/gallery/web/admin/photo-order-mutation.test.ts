import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { errors } from '#platform/contract/errors.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { photoOrderMutation, type OrderDeps } from './photo-order-mutation.ts';

const FAILED = '순서를 저장하지 못했습니다. 다시 시도해 주세요.';

const createFixture = (overrides: Partial<OrderDeps> = {}) => {
  const sent: (readonly number[])[] = [];
  const messages: string[] = [];
  const options = photoOrderMutation('LANDSCAPE', {
    send: async (ids) => void sent.push(ids),
    refresh: async () => {},
    showStatus: (text) => void messages.push(text),
    showError: (text) => void messages.push(`! ${text}`),
    ...overrides,
  });
  const observer = new MutationObserver(new QueryClient(), options);
  const saves: Promise<void>[] = [];
  const controller = {
    saveOrder: (ids: readonly number[]): Promise<void> => {
      const save = observer.mutate(ids);
      saves.push(save.catch(() => undefined));
      return save;
    },
    /** Waits for orders that are chosen meanwhile too. */
    finish: async (): Promise<void> => {
      for (const save of saves) await save;
    },
    read: () => {
      const { isPending, variables } = observer.getCurrentResult();
      return isPending ? variables : null;
    },
  };
  return { controller, sent, messages };
};

test('a new photo order shows at once, and of several queued orders only the last is sent', async () => {
  const sent: (readonly number[])[] = [];
  const { controller, messages } = createFixture({
    send: async (ids) => {
      sent.push(ids);
      if (sent.length > 1) return;
      void controller.saveOrder([2, 1, 3]);
      void controller.saveOrder([3, 2, 1]);
      expect(controller.read()).toEqual([3, 2, 1]);
    },
  });
  await controller.saveOrder([1, 2, 3]);
  await controller.finish();
  expect(sent).toEqual([
    [1, 2, 3],
    [3, 2, 1],
  ]);
  expect(controller.read()).toBeNull();
  expect(messages).toEqual(['순서를 저장하는 중입니다.', '순서를 저장했습니다.']);
});

test('a rejected photo order is reverted and its error is shown', async () => {
  const { PHOTOS_CHANGED } = errors;
  const { controller, messages } = createFixture({
    send: () => Promise.reject(new ApiError(409, { message: PHOTOS_CHANGED.message })),
  });
  void controller.saveOrder([2, 1]);
  await controller.finish();
  expect(controller.read()).toBeNull();
  expect(messages.at(-1)).toBe(`! ${PHOTOS_CHANGED.message}`);
});

test('an order chosen while the list reloads after a rejected one is sent', async () => {
  const sent: (readonly number[])[] = [];
  let refreshed = 0;
  const { controller, messages } = createFixture({
    send: async (ids) => {
      sent.push(ids);
      if (sent.length === 1) throw new ApiError(0, {});
    },
    refresh: async () => {
      refreshed += 1;
      if (refreshed === 1) void controller.saveOrder([3, 1, 2]);
    },
  });
  void controller.saveOrder([2, 1, 3]);
  await controller.finish();
  expect(sent).toEqual([
    [2, 1, 3],
    [3, 1, 2],
  ]);
  expect(messages.at(-1)).toBe('순서를 저장했습니다.');
});

test('a failed reload of the photo list does not block later order changes', async () => {
  let isDown = true;
  const { controller, sent, messages } = createFixture({
    refresh: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve()),
  });
  await expect(controller.saveOrder([2, 1])).rejects.toThrow('down');
  expect(messages.at(-1)).toBe(`! ${FAILED}`);
  isDown = false;
  await controller.saveOrder([1, 2]);
  expect(sent).toHaveLength(2);
  expect(controller.read()).toBeNull();
});
