import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ExportDialog } from './export-dialog.tsx';

export const OwnData = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        내 정보 내려받기
      </Button>
      {isOpen && <ExportDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
};
