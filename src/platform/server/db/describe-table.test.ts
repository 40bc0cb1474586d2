import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { describedTables } from '#app/server/described-tables.ts';
import { exportedTables } from '#app/server/export/exported-tables.ts';
import { purposes } from '#app/server/features.ts';
import { retentionRules } from '#app/server/purge/purge-expired.ts';
import { coded, describeTable, omit } from './describe-table.ts';

const visits = pgTable('visits', {
  id: integer('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  remark: text('remark').notNull(),
  weather: text('weather').notNull(),
  seenBy: uuid('seen_by'),
});

describe('a table is declared once', () => {
  it('a declaration says which columns hold personal data, how long rows stay and what members download', () => {
    const description = {
      holds: { '상담 기록': ['remark'] },
      retention: { startSql: 'created_at', months: 3 },
      title: '방문',
      columns: {
        id: '번호',
        remark: '메모',
        weather: coded('날씨', { RAIN: '비' }),
        ...omit('관리자의 번호입니다.', 'seen_by'),
      },
    } as const;
    expect(describeTable(visits, description)).toEqual({ name: 'visits', table: visits, ...description });
    const { weather, seen_by: seenBy } = description.columns;
    expect(['RAIN', 'SNOW'].map((code) => weather.format?.(code))).toEqual(['비', 'SNOW']);
    expect(seenBy).toEqual({ omitted: '관리자의 번호입니다.' });
  });

  it('the privacy policy, the purge and the export read the declaration of the login log', () => {
    const isLoginLog = ({ name }: { readonly name: string }) => name === 'login_log';
    expect(describedTables.find(isLoginLog)?.holds).toEqual({ '서비스 이용': ['ip_address', 'user_agent'] });
    expect(purposes.find(({ name }) => name === '서비스 이용')?.retention).toContain('로그인 기록 3개월');
    expect(retentionRules).toContainEqual({ table: 'login_log', startSql: 'occurred_at', months: 3 });
    const { columns } = exportedTables.find(isLoginLog) ?? {};
    expect(columns?.get('ip_address')?.label).toBe('IP 주소');
    expect(columns?.get('outcome')?.format?.('LOGOUT')).toBe('로그아웃');
    expect([...(columns?.keys() ?? [])]).not.toContain('id');
  });

  it('these tables are purged, after these periods', () => {
    const periodOf = (rule: (typeof retentionRules)[number]): string =>
      'months' in rule ? `${rule.months} months` : `${rule.hours} hours`;
    const periods = retentionRules.map((rule) => `${rule.table} ${periodOf(rule)} after ${rule.startSql}`);
    for (const period of [
      'admin_access_log 24 months after occurred_at',
      'admin_audit_log 24 months after occurred_at',
      'completed_requests 1 hours after completed_at',
      'failure_counters 1 hours after greatest(expires_at, locked_until)',
      'idempotency_keys 24 hours after created_at',
      'legal_retention.consents 36 months after since',
      'legal_retention.contracts 60 months after since',
      'legal_retention.disputes 36 months after since',
      'login_log 3 months after occurred_at',
      "members 24 hours after case when status = 'PENDING_SOCIAL' then created_at end",
      'notifications 3 months after created_at',
      'oauth_transactions 0 hours after expires_at',
      'rate_counters 24 hours after window_start',
      expect.stringMatching(
        /^reservations 60 months after case when guest_name is not null then coalesce\(.*reservations\.date\) end$/s,
      ),
      'reserved_login_ids 0 hours after expires_at',
      'sessions 24 hours after least(expires_at, revoked_at)',
      'slot_claims 0 hours after held_until',
      'staff_invitations 0 hours after expires_at',
      'verification_codes 24 hours after expires_at',
    ])
      expect(periods).toContainEqual(period);
  });
});
