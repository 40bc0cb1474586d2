import { createSession } from '#core/auth/server/sessions/create-session.ts';
import type { ReservationDetail } from '#features/reservations/contract/admin-reservations.ts';
import type { TestApp } from '#test/test-app.ts';
import { insertAdmin } from './members.ts';

/** A client of the admin endpoints with a valid session. */
export interface AdminClient {
  readonly id: string;
  readonly loginId: string;
  get(path: string): Promise<Response>;
  /** Returns the response body; throws for any other status than success. */
  getJson<T>(path: string): Promise<T>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  put(path: string, body: unknown): Promise<Response>;
  delete(path: string, body?: unknown): Promise<Response>;
}

export const createAdminClient = async (app: TestApp, loginId?: string): Promise<AdminClient> => {
  const admin = await insertAdmin(app, loginId === undefined ? {} : { loginId });
  const from = { memberId: admin.id, role: 'ADMIN', ip: '198.51.100.7', userAgent: 'test' } as const;
  let session = { token: admin.accessToken, at: app.clock.now().getTime() };
  // Tests move the clock beyond the lifetime of an access token.
  const options = async (headers: Record<string, string> = {}) => {
    const at = app.clock.now().getTime();
    if (at !== session.at) session = { token: (await createSession(app.deps, from)).accessToken, at };
    return { token: session.token, ip: from.ip, headers };
  };
  const get = async (path: string) => app.get(path, await options());
  return {
    id: admin.id,
    loginId: admin.loginId,
    get,
    getJson: async <T>(path: string) => {
      const response = await get(path);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    post: async (path, body, headers) => app.post(path, body, await options(headers)),
    put: async (path, body) => app.put(path, body, await options()),
    delete: async (path, body) => app.delete(path, body, await options()),
  };
};

/** The body of a phone reservation: Tuesday 24 November 2026, 09-10, by default. */
export const phoneReservationBody = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  guestName: '전화손님',
  phoneNumber: '010-9876-5432',
  shootType: 'FOOD',
  date: '2026-11-24',
  time: '09-10',
  ...changes,
});

/** Creates a phone reservation; throws if it fails. */
export const insertPhoneReservation = async (
  studio: AdminClient,
  changes: Record<string, unknown> = {},
): Promise<ReservationDetail> => {
  const response = await studio.post('/api/admin/reservation', phoneReservationBody(changes));
  if (response.status !== 201) throw new Error(`not booked: ${response.status} ${await response.text()}`);
  return (await response.json()) as ReservationDetail;
};
