import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { weekdayNames, type MeetingHours } from '#features/reservations/contract/meeting-hours.ts';
import type { AvailableDay } from '#features/reservations/contract/reservations.ts';
import { addDays, isoWeekday, seoulDate } from '#platform/contract/seoul-time.ts';
import { sameHours } from '#test/factories/hours.ts';
import { createOwnedSite, logInAsOwner, send } from '#test/servers/owned-site.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';

const ROUNDS = 10;
/** A change takes a few milliseconds. */
const MAX_DELAY_MS = 30;
const env = await createOwnedSite();

const readJson = async <Value>(server: ServerProcess, path: string, token?: string): Promise<Value> => {
  const response = await send(server, path, token);
  expect(response.status).toBe(200);
  return (await response.json()) as Value;
};

interface HoursVersion {
  readonly version: number;
  readonly body: MeetingHours;
}

/** Compares what is offered on the days after the change with the newest published hours. */
const expectWholePlan = async (server: ServerProcess, { body }: HoursVersion): Promise<void> => {
  const date = addDays(body.effectiveFrom, 1);
  const days = await readJson<AvailableDay[]>(
    server,
    `/api/reservation/availability?month=${date.slice(0, 7)}`,
  );
  const later = days.filter((day) => day.date >= body.effectiveFrom);
  expect(later.length).toBeGreaterThan(0);
  for (const day of later)
    expect(day.slots.map(({ time }) => time)).toEqual(
      body[weekdayNames[isoWeekday(day.date) - 1] ?? 'monday'],
    );
};

it(
  'after a kill during a change of hours one of the two plans is in force as a whole',
  { timeout: 300_000 },
  async () => {
    const plans = [
      ['08-09', '10:30-11:10', '13-14', '17:20-18:00'],
      ['09:30-10:30', '11-12', '16-17'],
    ];
    const effectiveFrom = addDays(seoulDate(new Date()), 1);
    let [acknowledged, changed] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startServer(env);
      const token = await logInAsOwner(server);
      const before = await readJson<HoursVersion>(server, '/api/admin/settings/hours', token);
      if (before.version > 1) await expectWholePlan(server, before);
      const edit = { body: sameHours(effectiveFrom, plans[round % 2] ?? []), baseVersion: before.version };
      let isAcknowledged = false;
      const sent = send(server, '/api/admin/settings/hours/publish', token, edit).then(
        ({ status }) => (isAcknowledged = status === 200),
        () => false,
      );
      await sleep(randomInt(MAX_DELAY_MS));
      await server.kill();
      await sent;
      const again = await startServer(env);
      const after = await readJson<HoursVersion>(
        again,
        '/api/admin/settings/hours',
        await logInAsOwner(again),
      );
      if (isAcknowledged) expect(after.version).toBe(before.version + 1);
      if (after.version > 1) await expectWholePlan(again, after);
      acknowledged += isAcknowledged ? 1 : 0;
      changed += after.version > before.version ? 1 : 0;
      await again.kill();
    }
    expect(changed).toBeGreaterThanOrEqual(acknowledged);
  },
);
