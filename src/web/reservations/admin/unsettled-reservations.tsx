import { Link } from 'react-router';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { useApiPages } from '#web/api/paged-queries.ts';
import { paths } from '#web/paths.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Table } from '#web/ui/table.tsx';
import { baseColumns } from './reservation-columns.tsx';
import { useSettleColumn } from './use-settle-column.tsx';

const MAX_ROWS = 5;

/** The newest past reservations that are still 예약됨, to be settled in place. Shows nothing while there are none. */
export const UnsettledReservations = () => {
  const { rows = [], hasMore } = useApiPages(adminReservationEndpoints.adminReservations, {
    unsettled: 'true',
    limit: String(MAX_ROWS),
  });
  const { settleColumn, report } = useSettleColumn();
  if (rows.length === 0 && report === null) return null;
  return (
    <section className="stack-3 fit" aria-labelledby="unsettled-title">
      <h2 id="unsettled-title" className="subtitle">
        결과를 정해 주세요
      </h2>
      {report !== null && (
        // The row of the pressed button disappears, so the focus moves here.
        <div ref={focusOnMount} tabIndex={-1}>
          <Notice tone={report.tone}>{report.text}</Notice>
        </div>
      )}
      {rows.length > 0 && (
        <Table
          caption="결과를 정할 지난 예약"
          columns={[...baseColumns, settleColumn]}
          rows={rows}
          rowKey={({ id }) => id}
          isDense
        />
      )}
      {hasMore && (
        <Link to={paths.adminUnsettledReservations()} className="link">
          지난 예약 모두 정리하기
        </Link>
      )}
    </section>
  );
};
