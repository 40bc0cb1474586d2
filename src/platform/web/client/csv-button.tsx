import { Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { showAlert } from './alert.tsx';
import { useAction } from './use-action.ts';

/** Runs `download` and shows its failure in an alert. */
export const CsvButton = ({ download }: { download: () => Promise<void> }) => {
  const { run, isRunning } = useAction();
  const save = async (): Promise<void> => {
    const outcome = await run(download);
    if (outcome !== null) void showAlert(outcome.text);
  };
  return (
    <Button variant="secondary" size="small" isLoading={isRunning} onClick={() => void save()}>
      <Download size={18} aria-hidden="true" />
      CSV로 내려받기
    </Button>
  );
};
