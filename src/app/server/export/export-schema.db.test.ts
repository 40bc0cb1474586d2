import { getTableName, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { describedTables } from '../described-tables.ts';
import { exportedTables } from './exported-tables.ts';

const app = await createTestApp();

/** The tables that lead to a member: by a foreign key, also through other tables, or by a column with the id of a member. */
const listMemberTables = async (): Promise<string[]> => {
  const { rows } = await app.db.execute<{ name: string }>(sql`
    with recursive reference as (
      select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    ), reached (name) as (
      select 'members'
      union
      select table_name from information_schema.columns where table_schema = 'public' and column_name = 'member_id'
      union
      select reference.child from reference join reached on reference.parent = reached.name
    )
    select name from reached order by name`);
  return rows.map(({ name }) => name);
};

const excludedTables = Object.fromEntries(
  describedTables.flatMap(({ name, notExported }) =>
    notExported === undefined ? [] : [[name, notExported]],
  ),
);
const exported = exportedTables.map(({ table }) => getTableName(table));

describe('the export of a member', () => {
  it('members download these tables and columns in this order, under these labels', () => {
    const labels = exportedTables.map(({ table, title, columns }) => {
      const list = [...columns].map(([name, { label }]) => `${name} ${label}`);
      return `${getTableName(table)} ${title}: ${list.join(', ')}`;
    });
    const pinned = [
      'members 회원 정보: id 회원 번호, login_id 아이디, name 이름, phone 휴대폰 번호, role 구분, status 상태, created_at 가입 일시, wants_reminders 미팅 알림 받기, wants_answers 답변 알림 받기',
      'social_identities 연결한 소셜 계정: provider 제공자, subject 제공자의 회원 식별값',
      'consents 동의 기록: item 항목, version 문서의 버전, identity_version 사업자 정보의 버전, ip_address IP 주소, agreed_at 동의 일시',
      'sessions 로그인된 기기: ip_address IP 주소, user_agent 브라우저, created_at 로그인 일시, expires_at 만료 일시, revoked_at 로그아웃 일시',
      'login_log 로그인 기록: outcome 결과, ip_address IP 주소, user_agent 브라우저, occurred_at 일시',
      'reservations 예약: id 번호, code 예약 번호, state 상태, shoot_type 카테고리, date 미팅 날짜, slot 미팅 시간, desired_shoot_date 희망 촬영 날짜, location 촬영 장소, notes 요청 사항, created_at 예약 일시, package_version_id 상품 번호, meeting_kind 미팅 방법, answers 사전 질문과 답변',
      'reservation_events 예약 변경 기록: reservation_id 예약의 번호, action 변경, actor 변경한 사람, date 변경 전 날짜, slot 변경 전 시간, reason 사유, occurred_at 변경 일시',
      'package_versions 예약할 때 선택한 상품: id 번호, shoot_type 카테고리, name 이름, summary 설명, price_won 가격(원), includes 포함 사항',
      'private_files 예약에 붙인 참고 사진: id 파일 이름(pictures 폴더), reservation_id 예약의 번호, created_at 업로드 일시',
      'questions 문의: id 번호, title 제목, content 내용, secret 비밀글, notify 답변 알림 신청, created_at 등록 일시, updated_at 수정 일시',
      'answers 문의 답변: question_id 문의 번호, content 내용, created_at 등록 일시, updated_at 수정 일시',
      'notifications 보낸 메시지: kind 내용, question_id 문의 번호, reservation_id 예약의 번호, state 상태, due_at 발송 예정 일시, created_at 등록 일시, settled_at 발송 일시, phone 보낼 이전 번호, channel 방법',
    ];
    expect(labels.filter((line) => pinned.includes(line))).toEqual(pinned);
  });

  it('every table that leads to a member is exported or excluded with a reason', async () => {
    const tables = await listMemberTables();
    expect(tables).toEqual(expect.arrayContaining(['members', 'reservation_events', 'answers']));
    const decided = new Set([...exported, ...Object.keys(excludedTables)]);
    expect(tables.filter((name) => !decided.has(name))).toEqual([]);
    // No entry outlives its table.
    expect(Object.keys(excludedTables).filter((name) => !tables.includes(name))).toEqual([]);
    expect(Object.values(excludedTables).filter((reason) => reason.trim() === '')).toEqual([]);
  });

  it('no table is both exported and excluded', () => {
    expect(exported.filter((name) => name in excludedTables)).toEqual([]);
    expect(new Set(exported).size).toBe(exported.length);
  });

  const declared = describedTables.flatMap((table) =>
    table.title === undefined ? [] : [[table.name, table.columns] as const],
  );

  it.each(declared)(
    'every column of %s but the id of the member is exported or omitted with a reason',
    async (name, columns) => {
      const { rows } = await app.db.execute<{ name: string }>(sql`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${name}`);
      const others = rows.map((row) => row.name).filter((column) => column !== 'member_id');
      expect(Object.keys(columns).sort()).toEqual(others.sort());
      const texts = Object.values(columns).map((entry) =>
        typeof entry === 'string' ? entry : 'omitted' in entry ? entry.omitted : entry.label,
      );
      expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    },
  );
});
