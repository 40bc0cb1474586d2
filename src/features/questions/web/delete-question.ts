import { askConfirm, showAlert } from '#platform/web/client/alert.tsx';
import { messageOf } from '#platform/web/client/api/api.ts';
import { lazyApi } from '#platform/web/client/api/lazy-api.ts';
import { questionEndpoints, type Question } from '../contract/questions.ts';

/**
 * Asks for confirmation, deletes the question and shows an alert on failure. False only when cancelled; otherwise, also after a
 * failure, the displayed list may be out of date.
 */
export const deleteQuestion = async ({ id, answered }: Question): Promise<boolean> => {
  const effect = answered ? '답변도 함께 삭제되며 되돌릴 수 없습니다.' : '삭제하면 되돌릴 수 없습니다.';
  const message = `문의를 삭제할까요?\n${effect}`;
  if (!(await askConfirm({ message, confirmLabel: '삭제', isDanger: true }))) return false;
  try {
    await lazyApi.call(questionEndpoints.deleteQuestion, { params: { id } });
  } catch (error) {
    await showAlert(messageOf(error));
  }
  return true;
};
