import { Download } from 'lucide-react';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { downloadFile } from '#platform/web/client/api/download-file.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { adminReservationEndpoints } from '../../contract/admin-reservations.ts';
import { exportFileName, type ReservationSearch } from './reservation-search.ts';
import styles from './admin-reservations-page.module.css';

export const ExportButton = ({ search }: { search: ReservationSearch }) => {
  const { run, isRunning } = useAction();
  const { filters, keyword } = search;

  const save = async (): Promise<void> => {
    const outcome = await run(async () => {
      const name = exportFileName(filters, seoulDate(new Date()));
      await downloadFile(adminReservationEndpoints.exportReservations, { query: filters }, name);
      return null;
    });
    if (outcome !== null) void showAlert(outcome.text);
  };

  return (
    <div className={styles.actions}>
      {keyword !== null && <span className="note tabular">CSV 파일에는 검색어가 적용되지 않습니다.</span>}
      <Button variant="secondary" size="small" isLoading={isRunning} onClick={() => void save()}>
        <Download size={18} aria-hidden="true" />
        CSV로 내려받기
      </Button>
    </div>
  );
};
