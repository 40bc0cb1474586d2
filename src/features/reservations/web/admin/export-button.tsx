import { seoulDate } from '#platform/contract/seoul-time.ts';
import { downloadFile } from '#platform/web/client/api/download-file.ts';
import { CsvButton } from '#platform/web/client/csv-button.tsx';
import { adminReservationEndpoints } from '../../contract/admin-reservations.ts';
import { exportFileName, type ReservationSearch } from './reservation-search.ts';

export const ExportButton = ({ search: { filters, keyword } }: { search: ReservationSearch }) => (
  <div className="row-3 wrap middle">
    {keyword !== null && <span className="note tabular">CSV 파일에는 검색어가 적용되지 않습니다.</span>}
    <CsvButton
      download={() => {
        const name = exportFileName(filters, seoulDate(new Date()));
        return downloadFile(adminReservationEndpoints.exportReservations, { query: filters }, name);
      }}
    />
  </div>
);
