import { expect, it, vi } from 'vitest';
import type { TokenPair } from '#platform/contract/sessions.ts';
import { insertMember } from './factories/members.ts';
import { insertReservation, postReservation } from './factories/reservations.ts';
import { recordRoundTrips, type SentStatement } from './statement-recorder.ts';
import { createTestApp } from './test-app.ts';

// The rate of bookings is checked in the background, a second after a booking.
vi.useFakeTimers({ toFake: ['setTimeout'] });
const app = await createTestApp({ rateLimits: true });
const member = await insertMember(app, { password: 'password1' });
const token = member.accessToken;
const credentials = { loginId: member.loginId, password: 'password1' };
const meeting = { date: '2026-12-01', time: '09-10' } as const;
const logIn = () => app.post('/api/auth/login', credentials);
const { refreshToken } = (await (await logIn()).json()) as TokenPair;
// Opens the connections that the requests use at once.
await Promise.all([1, 2, 3].map(() => app.get('/api/reservation/my', { token })));
const booked = await insertReservation(app, member, { ...meeting, time: '15-16' });

/** The name of a prepared statement; of others the verb and the table. */
const nameOf = ({ name, text }: SentStatement): string => {
  if (name !== undefined) return name;
  const [, verb, table] = /(insert into|update|delete from|from) "?(\w+)/.exec(text) ?? [];
  if (verb === undefined) return text;
  return `${verb === 'from' ? 'select' : verb.split(' ')[0]} ${table}`;
};

// What a member waits for. A statement or a round trip more is a decision, not an accident.
it.each<[string, () => Promise<Response>, string[][]]>([
  [
    'a login',
    logIn,
    [
      ['count_hits'],
      ['select members'],
      ['insert failure_counters'],
      ['update failure_counters'],
      ['begin', 'select members'],
      ['update sessions', 'insert login_log', 'insert sessions', 'insert refresh_tokens', 'commit'],
    ],
  ],
  [
    'a refresh',
    () => app.post('/api/auth/reissue', { refreshToken }),
    [['count_hits'], ['update refresh_tokens']],
  ],
  ['the own list', () => app.get('/api/reservation/my', { token }), [['identify'], ['own_reservations']]],
  [
    'availability',
    () => app.get('/api/reservation/availability?month=2026-12', { token }),
    [['identify'], ['latest_section', 'slot_plans_between', 'select slot_claims']],
  ],
  [
    'a hold',
    () => app.post('/api/reservation/hold', meeting, { token }),
    [
      ['identify_and_count'],
      ['begin', 'lock_member', 'booking_context'],
      ['delete slot_claims'],
      ['insert slot_claims'],
      ['commit'],
    ],
  ],
  [
    'a booking',
    () => postReservation(app, member, meeting, 'one'),
    [
      ['identify_and_count'],
      ['begin', 'lock_member', 'booking_context'],
      ['insert_reservation', 'claim_slot'],
      // To the client and to the studio.
      ['queue_reservation_message', 'queue_reservation_message', 'save_idempotency_key', 'commit'],
    ],
  ],
  [
    'a cancellation',
    () => app.post(`/api/reservation/${booked.id}/cancel`, { reason: '' }, { token }),
    [
      ['identify_and_count'],
      ['begin', 'select studio_setting_versions'],
      ['update notifications', 'insert reservation_events', 'update reservations', 'delete slot_claims'],
      ['select closures'],
      ['queue_reservation_message', 'commit'],
    ],
  ],
  ['the list of inquiries', () => app.get('/api/question', { token }), [['identify'], ['select questions']]],
  [
    'an inquiry',
    () => app.post('/api/question', { title: '문의', content: '내용', secret: false }, { token }),
    [
      ['identify_and_count'],
      ['begin', 'latest_section', 'select studio_setting_versions', 'insert questions'],
      ['insert notifications', 'commit'],
    ],
  ],
])('%s sends these statements, in these round trips', async (_, request, expected) => {
  const trips = await recordRoundTrips(async () => expect((await request()).ok).toBe(true));
  expect(trips.map((statements) => statements.map(nameOf))).toEqual(expected);
});
