import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { formatMonth, isCalendarDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { downloadFile } from '#platform/web/client/api/download-file.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { CsvButton } from '#platform/web/client/csv-button.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { addMonths, monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import {
  groupFigures,
  monthSheetEndpoints,
  sheetDefinitions,
  sheetMonths,
  type MonthSheet,
} from '../../contract/month-sheet.ts';
import styles from './month-sheet-page.module.css';

/** Opens the sheet of its month. */
const MonthHeader = ({ name, month }: { name: string; month: string }) => (
  <th scope="col">
    <Link to={paths.adminSheet(month)} className="link">
      {name}
      <span className="visually-hidden">{formatMonth(month)}</span>
    </Link>
  </th>
);

const Figures = ({ month, sheet }: { month: string; sheet: MonthSheet }) => {
  const { lastMonth, lastYear } = sheetMonths(month);
  return (
    <table className={cx('tabular full', styles.sheet)}>
      <caption className="visually-hidden">{formatMonth(month)} 예약과 고객 수</caption>
      <thead className="small">
        <tr>
          <th scope="col">
            <span className="visually-hidden">항목</span>
          </th>
          <th scope="col">{Number(month.slice(5))}월</th>
          <MonthHeader name="전월" month={lastMonth} />
          <MonthHeader name="전년 동월" month={lastYear} />
        </tr>
      </thead>
      {groupFigures(sheet).map(({ title, figures }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={4} className={styles.group}>
              {title}
            </th>
          </tr>
          {figures.map((figure) => (
            <tr key={figure.id}>
              <th scope="row">{figure.name}</th>
              <td className="strong">{formatNumber(figure.shown)}</td>
              <td>{formatNumber(figure.lastMonth)}</td>
              <td>{formatNumber(figure.lastYear)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
};

const Sheet = ({ month }: { month: string }) => {
  const { data, error, isPending, refetch } = useApiQuery(monthSheetEndpoints.monthSheet, {
    query: { month },
  });
  if (isPending) return <Skeleton label="통계를 불러오는 중입니다." shape="row" count={10} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Figures month={month} sheet={data} />
      <ul className="note stack-1 bullets">
        {sheetDefinitions.map((definition) => (
          <li key={definition}>{definition}</li>
        ))}
      </ul>
    </>
  );
};

/** The bookings and customers of a month: `?month=2026-11`, by default this month. */
const MonthSheetPage = () => {
  const [query] = useSearchParams();
  const today = seoulDate(useNow());
  const requested = query.get('month') ?? '';
  const month = isCalendarDate(`${requested}-01`) ? requested : monthOf(today);
  return (
    <AdminPage isNarrow>
      <AdminHead title={`${formatMonth(month)} 통계`} back={{ to: paths.admin(), label: '오늘' }} />
      <div className={cx('row-2 wrap between', styles.toolbar)}>
        <nav aria-label="달 이동" className="row-2 wrap">
          <ButtonLink to={paths.adminSheet(addMonths(month, -1))} variant="secondary" size="small">
            <ChevronLeft size={18} aria-hidden="true" />
            이전 달
          </ButtonLink>
          <ButtonLink to={paths.adminSheet(addMonths(month, 1))} variant="secondary" size="small">
            다음 달
            <ChevronRight size={18} aria-hidden="true" />
          </ButtonLink>
        </nav>
        <div className="row-2 wrap">
          <Button variant="secondary" size="small" onClick={() => print()}>
            <Printer size={18} aria-hidden="true" />
            출력
          </Button>
          <CsvButton
            download={() =>
              downloadFile(
                monthSheetEndpoints.exportMonthSheet,
                { query: { month } },
                `월별-통계-${month}.csv`,
              )
            }
          />
        </div>
      </div>
      <Sheet month={month} />
    </AdminPage>
  );
};

export default MonthSheetPage;
