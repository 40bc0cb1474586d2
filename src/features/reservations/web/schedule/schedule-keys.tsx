import { useKeyDown } from '#platform/web/client/use-key-down.ts';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import { Dialog } from '#platform/web/ui/dialog/dialog.tsx';
import { isDialogOpen } from '#platform/web/ui/dialog/is-dialog-open.ts';

const keys = [
  ['방향 키', '달력에서 하루 또는 한 주 이동'],
  ['Home · End', '한 주의 처음과 끝으로 이동'],
  ['Page Up · Page Down', '이전 달과 다음 달로 이동'],
  ['Enter', '그날의 일정 보기'],
  ['D · W · M', '일, 주, 월별로 보기'],
  ['B', '차단'],
  ['?', '단축키 보기'],
  ['Ctrl K · Cmd K', '검색'],
] as const;

export const ScheduleKeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="단축키" closeLabel="닫기" onClose={onClose}>
    <DescriptionList facts={keys} />
  </Dialog>
);

/**
 * Runs the actions of the keys, unless a field has the focus or a dialog is open. Letters are named by their position on the keyboard,
 * such as `KeyB`, because they are others while Hangul is typed.
 */
export const useScheduleKeys = (letters: Readonly<Record<string, () => void>>, onHelp: () => void): void => {
  useKeyDown((event) => {
    const { code, key, ctrlKey, metaKey, altKey, target } = event;
    const isTyping = target instanceof Element && target.matches('input, textarea, select');
    if (ctrlKey || metaKey || altKey || isTyping || isDialogOpen()) return;
    const run = key === '?' ? onHelp : letters[code];
    if (run === undefined) return;
    run();
    event.preventDefault();
  });
};
