import { describeTable, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { adminAccessLog, adminAuditLog } from './tables.ts';

export const auditTables: readonly DescribedTable[] = [
  describeTable(adminAccessLog, {
    holds: { '서비스 이용': ['admin_login_id', 'ip_address', 'subject_ids'] },
    retention: { startSql: 'occurred_at', months: 24 },
  }),
  describeTable(adminAuditLog, {
    holds: { '서비스 이용': ['admin_login_id', 'ip_address', 'before', 'after'] },
    retention: { startSql: 'occurred_at', months: 24 },
  }),
];
