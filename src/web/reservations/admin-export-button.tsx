import { Download } from 'lucide-react';
import { useState } from 'react';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import { messageOf } from '#web/api/api.ts';
import { downloadFile } from '#web/api/download.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import type { AdminFilters, AdminSearch } from './admin-search.ts';

const FAILED = '표를 내려받지 못했습니다.';

/** `예약-2026-11-01-2026-11-30.csv`; without an end, or a beginning, it says so by its one date. */
export const nameExport = ({ from, to }: AdminFilters, today: string): string => {
  if (from === undefined && to === undefined) return `예약-전체-${today}.csv`;
  if (from === to) return `예약-${from}.csv`;
  return `예약-${[from ?? '처음', to ?? '이후'].join('-')}.csv`;
};

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
    <Button
      variant="secondary"
      size="small"
      isLoading={isLoading}
      onClick={() => void save()}
      title={keyword === null ? undefined : '검색어와 상관없이 기간·종류·상태에 맞는 예약을 모두 담습니다.'}
    >
      <Download size={18} aria-hidden="true" />
      표로 내려받기
    </Button>
  );
};
