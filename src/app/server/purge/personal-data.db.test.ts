import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { describedTables } from '../described-tables.ts';

const app = await createTestApp();

/** Text-like columns without personal data, by table: codes, ids of other rows, hashes of random tokens, content of the site. `member_id` is an id in every table. */
const IMPERSONAL: Readonly<Record<string, string>> = {
  'legal_retention.consents': 'subject_hash',
  'legal_retention.contracts': 'subject_hash shoot_type slot',
  'legal_retention.disputes': 'subject_hash',
  'legal_retention.erasures': 'subject_hash',
  admin_access_log: 'admin_id action reservation_ids',
  admin_recovery_codes: 'code_hash',
  admin_totp: 'secret',
  admin_audit_log: 'admin_id action target',
  calendar_feeds: 'id created_by',
  categories: 'id name',
  closure_exceptions: 'slot',
  closures: 'slots note',
  connections: 'name sealed',
  // The keys are hashes: of requests, and of login ids, phone numbers and member ids.
  completed_requests: 'key',
  failure_counters: 'key',
  rate_counters: 'key',
  provider_refusals: 'result_code',
  file_deletions: 'key',
  idempotency_keys: 'key request_hash',
  login_log: 'outcome',
  logo_files: 'key bytes',
  member_notes: 'changed_by',
  members: 'id role status',
  notifications: 'kind recipient state channel provider_message_id result_code',
  oauth_transactions: 'state_hash browser_cookie_hash provider',
  package_versions: 'package_id shoot_type name summary includes',
  photos:
    'category shoot_type original_file_name saved_file_name content_hash widths checksums title alt placeholder',
  private_files: 'id key',
  refresh_tokens: 'token_hash session_id rotation_salt browser_cookie_hash',
  reservation_events: 'action actor actor_id slot',
  reservations: 'state shoot_type slot meeting_kind customer_id',
  reservation_notes: 'changed_by',
  schema_migrations: 'name checksum',
  sessions: 'id',
  setup_links: 'token_hash',
  slot_claims: 'slot kind held_by guest_hash guest_network guest_prefix note during',
  slot_plans: 'slot minutes',
  staff_invitations: 'token_hash created_by',
  studio_setting_drafts: 'section body changed_by',
  studio_setting_versions: 'section body changed_by',
  upload_intents: 'id staging_key content_type state category shoot_type original_file_name alt refusal',
  verification_codes: 'purpose',
};

/** All columns that can hold personal data: numbers, dates, booleans and `member_id` cannot name a person. */
const listColumns = async (): Promise<string[]> => {
  const { rows } = await app.db.execute<{ name: string }>(sql`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema in ('public', 'legal_retention') and column_name <> 'member_id'
      and data_type not in ('bigint', 'integer', 'smallint', 'double precision', 'boolean', 'date', 'timestamp with time zone')
  `);
  return rows.map(({ name }) => name).sort();
};

const personal = describedTables.flatMap(({ name, holds = {} }) =>
  Object.values(holds).flatMap((columns) => columns.map((column) => `${name}.${column}`)),
);
const impersonal = Object.entries(IMPERSONAL).flatMap(([table, names]) =>
  names.split(' ').map((name) => `${table}.${name}`),
);

it('every column with personal data belongs to a purpose of the privacy policy', async () => {
  expect([...personal, ...impersonal].sort()).toEqual(await listColumns());
});

it('a new text column needs a purpose or an entry in the list of impersonal columns', async () => {
  await app.db.execute(sql`alter table members add column birthday text`);
  const known = new Set([...personal, ...impersonal]);
  expect((await listColumns()).filter((name) => !known.has(name))).toEqual(['members.birthday']);
});
