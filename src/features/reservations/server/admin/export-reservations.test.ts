import { desc, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminAccessLog } from '#core/audit/server/tables.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { reservations } from '../tables.ts';
import { MAX_EXPORT_ROWS } from './export-reservations.ts';

const app = await createTestApp();
const studio = await createAdminClient(app);
const member = await insertMember(app, { name: '김사진', phone: '01011112222' });
const reservation = await insertReservation(app, member, {
  notes: '=HYPERLINK("http://x")',
  location: '서울,\u0020숲',
});
const phoneReservation = await insertPhoneReservation(studio, {
  guestName: '@손님',
  date: '2026-12-01',
  time: '21-22',
  phoneNumber: '021234567',
});

const PATH = '/api/admin/reservation/export';
const read = async (query = ''): Promise<string[]> => {
  const response = await studio.get(`${PATH}${query}`);
  expect(response.status).toBe(200);
  // `text()` would remove the byte-order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString();
  expect(text.startsWith('\ufeff')).toBe(true);
  return text.slice(1).split('\r\n').slice(0, -1);
};

describe('exporting reservations', () => {
  it('S-064 the export has Korean headers and labels, intact phone numbers and escaped formulas', async () => {
    expect(await read()).toEqual([
      '예약 번호,상태,날짜,시간,이름,전화번호,구분,카테고리,희망 촬영 날짜,촬영 장소,요청 사항,예약 일시,미팅 방법,사전 질문',
      `${phoneReservation.reservationCode},예약 확정,2026-12-01,21:00 - 22:00,'@손님,02-123-4567,비회원,음식,,,,2026-11-21 10:00,방문,`,
      `${reservation.reservationCode},예약 확정,2026-11-24,09:00 - 10:00,김사진,010-1111-2222,회원,웨딩,"내년 봄, 평일 오전","서울, 숲","'=HYPERLINK(""http://x"")",2026-11-21 10:00,방문,`,
    ]);
  });

  it('the export is a download that is not cached', async () => {
    const { headers } = await studio.get(PATH);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="reservations-2026-11-21.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('the export applies the filters', async () => {
    expect(await read('?from=2026-12-01')).toHaveLength(2);
    expect(await read('?shootType=WEDDING&state=BOOKED&to=2026-11-30')).toHaveLength(2);
    expect(await read('?state=CANCELLED')).toHaveLength(1);
    expect((await studio.get(`${PATH}?state=HELD`)).status).toBe(400);
  });

  it('S-055 the export is recorded in the access log with all persons in it', async () => {
    await read();
    const [line] = await app.db.select().from(adminAccessLog).orderBy(desc(adminAccessLog.id)).limit(1);
    expect(line).toMatchObject({
      adminId: studio.id,
      action: 'EXPORT_RESERVATIONS',
      subjectIds: [member.id],
    });
  });

  it('the export is truncated at its maximum and says so', async () => {
    await app.db.execute(sql`
      insert into reservations (code, guest_name, shoot_type, date, slot, desired_shoot_date, location, notes)
      select lpad(n::text, 5, '0') || '-BBBBB', '많은손님', 'FOOD', date '2000-01-01' + n, '09-10', '', '', ''
      from generate_series(1, ${MAX_EXPORT_ROWS - 1}::int) as n
    `);
    const lines = await read();
    expect(lines).toHaveLength(MAX_EXPORT_ROWS + 2);
    expect(lines.at(-1)).toBe('"10,000건까지만 포함했습니다. 기간을 나누어 내려받아 주세요."');
    await app.db.delete(reservations).where(sql`date = '2000-01-02'`);
    expect(await read()).toHaveLength(MAX_EXPORT_ROWS + 1);
  });
});
