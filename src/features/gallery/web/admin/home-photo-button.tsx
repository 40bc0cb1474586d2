import { useState } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { shootTypeOf, type PhotoCategory } from '#core/files/contract/photos.ts';
import { describeCoverProblem } from '#core/files/web/cover-fit.ts';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { FormDialog } from '#platform/web/client/forms/form-dialog.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { adminPhotoEndpoints } from '../../contract/admin-photos.ts';
import { PhotoChoice } from '../photo-choice.tsx';
import type { Status } from './use-status.ts';

/** Chooses an uploaded photo for a place on the home page. */
export const HomePhotoButton = ({ category, status }: { category: PhotoCategory; status: Status }) => {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<AdminPhoto | null>(null);
  const [isUnchosen, setIsUnchosen] = useState(false);
  const { send, clearReport, isRunning, report } = useAction();
  const label = usePhotoCategories().labelOf(category);
  const problem = chosen && describeCoverProblem(chosen, category);

  const open = (): void => {
    status.clear();
    setIsUnchosen(false);
    clearReport();
    setChosen(null);
    setIsOpen(true);
  };

  const save = async (): Promise<void> => {
    if (isRunning) return;
    setIsUnchosen(chosen === null);
    if (chosen === null) return clearReport();
    const input = { params: { id: chosen.id }, body: { category } };
    if ((await send(adminPhotoEndpoints.setHomePhoto, input)) !== null) return;
    setIsOpen(false);
    status.showStatus(`선택한 사진이 홈의 ‘${label}’ 자리에 표시됩니다.`);
  };

  return (
    <>
      <Button variant="secondary" size="small" onClick={open}>
        업로드한 사진에서 선택
      </Button>
      {isOpen && (
        <FormDialog
          title={`‘${label}’ 사진 선택`}
          submitLabel="홈에 표시"
          isRunning={isRunning}
          failure={isUnchosen ? '사진을 선택해 주세요.' : report?.text}
          onSubmit={() => void save()}
          onClose={() => setIsOpen(false)}
        >
          {problem !== null && <Notice tone="warning">{problem}</Notice>}
          <PhotoChoice
            label="사진"
            category={shootTypeOf(category)}
            value={chosen?.id ?? null}
            onChange={setChosen}
          />
        </FormDialog>
      )}
    </>
  );
};
