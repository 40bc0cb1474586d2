import { beforeEach } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import type { ReservationDetail } from '#features/reservations/contract/admin-reservations.ts';
import type { ReservationState } from '#features/reservations/contract/reservations.ts';
import { reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { createTestApp } from '#test/test-app.ts';
import { createAdminClient } from './admin-client.ts';

export const NOW = '2026-11-21T01:00:00Z';
/** The time when the meeting of Tuesday 24 November, 09-10, has begun. */
export const BEGUN = '2026-11-24T00:00:00Z';

/**
 * Creates an app with an admin, and functions that change reservations through the API, as this admin unless another is given. Before
 * each test all reservations are deleted and the clock is set to `NOW`.
 */
export const createAdminChanges = async () => {
  const app = await createTestApp({ now: NOW });
  const studio = await createAdminClient(app, 'studio.admin');
  beforeEach(async () => {
    app.clock.set(NOW);
    app.sent.length = 0;
    await app.db.delete(slotClaims);
    await app.db.delete(reservations);
    await app.db.delete(adminAuditLog);
  });
  return {
    app,
    studio,
    change: (id: number, state: ReservationState, reason?: string, by = studio) =>
      by.post(`/api/admin/reservation/${id}/state`, { state, reason }),
    move: (id: number, date: string, time: string, by = studio) =>
      by.post(`/api/admin/reservation/${id}/move`, { date, time, reason: '스튜디오 사정' }),
    detailOf: (id: number) => studio.getJson<ReservationDetail>(`/api/admin/reservation/${id}`),
  };
};
