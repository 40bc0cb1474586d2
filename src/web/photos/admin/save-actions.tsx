import { Button } from '#web/ui/button.tsx';

interface SaveActionsProps {
  readonly label: string;
  readonly isSaving: boolean;
  readonly onCancel: () => void;
}

/** The buttons of a dialog that saves a change. */
export const SaveActions = ({ label, isSaving, onCancel }: SaveActionsProps) => (
  <>
    <Button variant="secondary" onClick={onCancel}>
      취소
    </Button>
    <Button type="submit" isLoading={isSaving}>
      {label}
    </Button>
  </>
);
