import { Download } from 'lucide-react';
import { useState } from 'react';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import { messageOf } from '#web/api/api.ts';
import { downloadFile } from '#web/api/download.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { nameExport } from './admin-export-name.ts';
import styles from './admin-reservations-page.module.css';
import type { AdminSearch } from './admin-search.ts';

const FAILED = 'CSV 파일을 내려받지 못했습니다.';

export const ExportButton = ({ search }: { search: AdminSearch }) => {
  const [isLoading, setIsLoading] = useState(false);
  const { filters, keyword } = search;

  const save = async (): Promise<void> => {
    setIsLoading(true);
    try {
      const name = nameExport(filters, seoulDate(new Date()));
      await downloadFile(adminReservationEndpoints.exportReservations, { query: filters }, name);
    } catch (error) {
      void showAlert(messageOf(error, FAILED));
    }
    setIsLoading(false);
  };

  return (
    <div className={styles.actions}>
      {keyword !== null && <span className={styles.count}>CSV 파일에는 검색어가 적용되지 않습니다.</span>}
      <Button variant="secondary" size="small" isLoading={isLoading} onClick={() => void save()}>
        <Download size={18} aria-hidden="true" />
        CSV로 내려받기
      </Button>
    </div>
  );
};
