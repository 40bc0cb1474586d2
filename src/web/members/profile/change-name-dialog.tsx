import { useState } from 'react';
import { profileEndpoints } from '#contract/members/profile.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { readSession, writeSession } from '#web/auth/session.ts';
import { useAction } from '#web/shell/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

export const ChangeNameDialog = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const [typed, setTyped] = useState(name);
  const { run, isRunning, report } = useAction();

  const save = async (): Promise<void> => {
    const outcome = await run(async () => {
      const changed = await browserApi.call(profileEndpoints.changeName, { body: { name: typed } });
      const session = readSession();
      if (session !== null) writeSession({ ...session, name: changed.name });
      return null;
    });
    if (outcome === null) onClose();
  };

  return (
    <Dialog
      title="이름 변경"
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <Button type="submit" isLoading={isRunning}>
          변경하기
        </Button>
      }
    >
      <TextField
        label="이름"
        autoComplete="name"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={report?.text}
      />
    </Dialog>
  );
};
