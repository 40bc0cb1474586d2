import { describeTable, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { completedRequests, rateCounters } from '#platform/server/db/tables.ts';
import { features } from './features.ts';

/**
 * All tables with personal data, an age at which rows are deleted, or a reference to a member. Members download their rows of the
 * exported ones in this order. Tests compare the list with the database: each column that can hold personal data, and each table that
 * refers to a member.
 */
export const describedTables: readonly DescribedTable[] = [
  ...features.flatMap(({ tables = [] }) => tables),
  describeTable(rateCounters, { retention: { startSql: 'window_start', hours: 24 } }),
  describeTable(completedRequests, { retention: { startSql: 'completed_at', hours: 1 } }),
];
