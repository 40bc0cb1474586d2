import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AvailableDay, SlotHold } from '#features/reservations/contract/reservations.ts';
import type { BookingRules } from '#features/reservations/contract/sections.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import { createOwnedSite, logInAsOwner, send } from '#test/servers/owned-site.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';

const KILLS = 5;
/** Five restarts fit in, also on a busy machine. */
const HOLD_MINUTES = 3;
const env = await createOwnedSite();

const shortenHolds = async (server: ServerProcess): Promise<void> => {
  const accessToken = await logInAsOwner(server);
  const path = '/api/admin/settings/booking';
  const { version, body } = (await (await send(server, path, accessToken)).json()) as {
    version: number;
    body: BookingRules;
  };
  const edit = { body: { ...body, holdMinutes: HOLD_MINUTES }, baseVersion: version };
  expect((await send(server, `${path}/publish`, accessToken, edit)).status).toBe(200);
};

const meeting = { date: addDays(seoulDate(new Date()), 3), time: '15-16' } as const;
const hold = (server: ServerProcess) => send(server, '/api/reservation/guest-hold', undefined, meeting);

const readState = async (server: ServerProcess): Promise<string | undefined> => {
  const path = `/api/reservation/availability?month=${meeting.date.slice(0, 7)}`;
  const days = (await (await send(server, path)).json()) as AvailableDay[];
  const day = days.find(({ date }) => date === meeting.date);
  return day?.slots.find(({ time }) => time === meeting.time)?.state;
};

it(
  'a slot that a guest holds stays held over kills and is free again on time',
  { timeout: 600_000 },
  async () => {
    let server = await startServer(env);
    await shortenHolds(server);
    const response = await hold(server);
    expect(response.status).toBe(201);
    const endMs = Date.parse(((await response.json()) as SlotHold).heldUntil);
    for (let kills = 0; kills < KILLS; kills += 1) {
      await server.kill();
      server = await startServer(env);
      expect(Date.now()).toBeLessThan(endMs);
      expect(await readState(server)).toBe('HELD');
      expect((await hold(server)).status).toBe(409);
    }
    await sleep(endMs - Date.now());
    expect(await readState(server)).toBe('FREE');
    expect((await hold(server)).status).toBe(201);
    await server.kill();
  },
);
