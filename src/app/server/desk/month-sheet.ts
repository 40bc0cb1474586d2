import { and, count, isNotNull, ne, or, sql } from 'drizzle-orm';
import { findCategories } from '#core/content/server/categories.ts';
import type { ReservationState } from '#features/reservations/contract/reservations.ts';
import { WITHDRAWN_MEMBER } from '#features/reservations/server/release-reservations.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { formatMonth } from '#platform/contract/seoul-time.ts';
import type { Db } from '#platform/server/db/database.ts';
import { formatCsv } from '#platform/server/files/csv.ts';
import {
  groupFigures,
  sheetDefinitions,
  sheetMonths,
  type Figure,
  type MonthSheet,
} from '../../contract/month-sheet.ts';

const { date, shootType, state, memberId, customerId } = reservations;

const monthOfDate = sql<string>`to_char(${date}, 'YYYY-MM')`;
const customer = sql<string>`coalesce(${customerId}, ${memberId})`;

/** The customers of each month, and whether they had a booking in a month before it. */
const findCustomersByMonth = async (db: Db, isInMonths: ReturnType<typeof or>) => {
  const those = db.$with('those').as(
    db
      .selectDistinct({ month: monthOfDate.as('month'), id: customer.as('customer') })
      .from(reservations)
      .where(and(isInMonths, ne(state, 'CANCELLED'), isNotNull(customer), ne(customer, WITHDRAWN_MEMBER.id))),
  );
  // One subquery per index. Each ends at its first row.
  const hasEarlier = (owner: typeof memberId | typeof customerId) => sql`exists (
    select from ${reservations} where ${owner} = ${those.id} and date < (${those.month} || '-01')::date and state <> 'CANCELLED')`;
  return db
    .with(those)
    .select({
      month: those.month,
      isReturning: sql<boolean>`${hasEarlier(memberId)} or ${hasEarlier(customerId)}`.as('is_returning'),
      count: count(),
    })
    .from(those)
    .groupBy(those.month, sql`is_returning`);
};

/** Counts the bookings and customers of a month, and of those beside which it is shown. */
export const countMonth = async (db: Db, month: string): Promise<MonthSheet> => {
  const months = sheetMonths(month);
  const isInMonths = or(
    ...Object.values(months).map(
      (one) => sql`${date} >= ${`${one}-01`}::date and ${date} < ${`${one}-01`}::date + interval '1 month'`,
    ),
  );
  const [categories, booked, customers] = await Promise.all([
    findCategories(db),
    db
      .select({ month: monthOfDate, shootType, state, count: count() })
      .from(reservations)
      .where(isInMonths)
      .groupBy(monthOfDate, shootType, state),
    findCustomersByMonth(db, isInMonths),
  ]);
  const sumUp = <Row extends { readonly month: string; readonly count: number }>(
    rows: readonly Row[],
    isCounted: (row: Row) => boolean = () => true,
  ): Figure => {
    const sumOf = (one: string): number =>
      rows.reduce((sum, row) => sum + (row.month === one && isCounted(row) ? row.count : 0), 0);
    return {
      shown: sumOf(months.shown),
      lastMonth: sumOf(months.lastMonth),
      lastYear: sumOf(months.lastYear),
    };
  };
  const inState = (one: ReservationState): Figure => sumUp(booked, (row) => row.state === one);
  return {
    total: sumUp(booked),
    categories: categories
      .filter(({ id, isShown }) => isShown || booked.some((row) => row.shootType === id))
      .map(({ id, name }) => ({ id, name, ...sumUp(booked, (row) => row.shootType === id) })),
    states: {
      BOOKED: inState('BOOKED'),
      COMPLETED: inState('COMPLETED'),
      CANCELLED: inState('CANCELLED'),
      NO_SHOW: inState('NO_SHOW'),
    },
    newCustomers: sumUp(customers, ({ isReturning }) => !isReturning),
    returningCustomers: sumUp(customers, ({ isReturning }) => isReturning),
  };
};

/** Formats the sheet as CSV, with the definitions in its last lines. */
export const formatMonthSheet = (sheet: MonthSheet, month: string): string =>
  formatCsv([
    ['구분', '항목', ...Object.values(sheetMonths(month)).map(formatMonth)],
    ...groupFigures(sheet).flatMap(({ title, figures }) =>
      figures.map(({ name, shown, lastMonth, lastYear }) => [
        title,
        name,
        ...[shown, lastMonth, lastYear].map(String),
      ]),
    ),
    ...sheetDefinitions.map((definition) => [definition]),
  ]);
