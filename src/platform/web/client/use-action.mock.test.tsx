import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { staffEndpoints } from '#features/members/contract/staff.ts';
import { ApiError } from './api/api.ts';
import { onDataChange } from './api/data-changes.ts';
import { useAction } from './use-action.ts';

const call = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('./api/browser-api.ts', () => ({ browserApi: { call } }));

const { cancelInvitation } = staffEndpoints;
const input = { params: { id: 1 } };
const reload = vi.fn<() => Promise<void>>();
onDataChange(reload);

const openAction = (options?: Parameters<typeof useAction>[0]): ReturnType<typeof useAction> => {
  const opened: ReturnType<typeof useAction>[] = [];
  const Page = () => {
    opened.push(useAction(options));
    return null;
  };
  renderToString(<Page />);
  return opened[0]!;
};

beforeEach(() => {
  reload.mockReset().mockResolvedValue();
  call.mockReset().mockResolvedValue(undefined);
});

it('an action that succeeds reports its text', async () => {
  expect(await openAction().send(cancelInvitation, input, () => '초대를 취소했습니다.')).toEqual({
    tone: 'success',
    text: '초대를 취소했습니다.',
  });
});

it('an action without a text reports only its failure', async () => {
  expect(await openAction().send(cancelInvitation, input)).toBeNull();
});

it('an action that fails reports the first field error, else the text of the call', async () => {
  call.mockRejectedValueOnce(new ApiError(400, { message: '입력 오류', fields: { id: '없는 초대입니다.' } }));
  expect(await openAction().send(cancelInvitation, input)).toEqual({
    tone: 'error',
    text: '없는 초대입니다.',
  });
  call.mockRejectedValueOnce(new ApiError(0, {}, null, { failed: '취소하지 못했습니다.' }));
  expect(await openAction().send(cancelInvitation, input)).toEqual({
    tone: 'error',
    text: '취소하지 못했습니다.',
  });
});

it('an action that fails reads again what it would have changed', async () => {
  call.mockRejectedValueOnce(new ApiError(404, {}, null, { changes: cancelInvitation.changes }));
  await openAction().send(cancelInvitation, input);
  expect(reload).toHaveBeenCalledExactlyOnceWith(['staff']);
});

it('a failed action keeps a list as it is that would lose the row of the failure', async () => {
  call.mockRejectedValueOnce(new ApiError(409, {}, null, { changes: cancelInvitation.changes }));
  await openAction({ reloadsAfterFailure: false }).send(cancelInvitation, input);
  expect(reload).not.toHaveBeenCalled();
});
