import { expect, it } from 'vitest';
import { adminReservationEndpoints } from '#features/reservations/contract/admin-reservations.ts';
import { scheduleEndpoints } from '#features/reservations/contract/schedule.ts';
import { buildRequest, readFile } from './request.ts';

it('a list repeats its name in the query string and undefined values are left out', () => {
  const query = { from: '2026-11-24', to: '2026-11-25', timeSlots: ['09-10', '12-13'], weekday: undefined };
  const [url] = buildRequest(scheduleEndpoints.findConflicts, { query });
  expect(url).toBe(
    '/api/admin/reservation/collisions?from=2026-11-24&to=2026-11-25&timeSlots=09-10&timeSlots=12-13',
  );
});

it('path parameters are filled into the URL', () => {
  const [url] = buildRequest(adminReservationEndpoints.reservationDetail, { params: { id: 7 } });
  expect(url).toBe('/api/admin/reservation/7');
});

it('a file response is read as unmodified bytes, an error response throws', async () => {
  const file = await readFile(new Response('\ufeff예약'));
  expect([...new Uint8Array(await file.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  const errorResponse = Response.json(
    { code: 'FORBIDDEN', message: '이용 권한이 없습니다.' },
    { status: 403 },
  );
  await expect(readFile(errorResponse)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' });
});
