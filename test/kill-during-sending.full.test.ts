import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { messageProviders, providerEnv } from '#test/factories/message-providers.ts';
import { testIdentity } from '#test/factories/signed-in-users.ts';
import { createServerDatabase } from '#test/servers/create-server-database.ts';
import { startServer } from '#test/servers/server-process.ts';

const KILLS = 50;
const MESSAGES = 300;
/** A message takes a few milliseconds: claim, request, record. */
const MAX_DELAY_MS = 15;
/** Longer than the pause between two runs of the sender. */
const IDLE_MS = 12_000;

const [provider] = messageProviders;
const gateway = await provider.start(() => new Date());
const database = await createServerDatabase();
afterAll(async () => {
  await gateway.close();
  await database.remove();
});
const env = {
  ...database.env,
  ...testIdentity,
  ...providerEnv(provider, gateway),
  SAMPLE_CONTENT: 'false',
  LOG_LEVEL: 'fatal',
};

const phoneOf = (index: number): string => `0109${String(index).padStart(7, '0')}`;

/** Queues a notice to each of many members. Notices are also sent at night. */
const queueMessages = () =>
  database.withDb(async (db) => {
    const now = new Date();
    const rows = Array.from({ length: MESSAGES }, (_, index) => ({ name: '김민수', phone: phoneOf(index) }));
    const inserted = await db.insert(members).values(rows).returning({ id: members.id });
    await db.insert(notifications).values(
      inserted.map(({ id }) => ({
        kind: 'PASSWORD_RESET' as const,
        memberId: id,
        values: {},
        sendsAtNight: true,
        dueAt: now,
        createdAt: now,
      })),
    );
  });

const countAccepted = (phone: string): number => gateway.accepted.filter(({ to }) => to === phone).length;

it(
  'after 50 kills between any two steps no message is lost without a trace and none is sent twice',
  { timeout: 900_000 },
  async () => {
    await queueMessages();
    let killsWhileSending = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const server = await startServer(env);
      const target = gateway.requests.length + randomInt(1, 6);
      for (let waited = 0; gateway.requests.length < target && waited < 1_000; waited += 1) await sleep(1);
      if (gateway.requests.length >= target) killsWhileSending += 1;
      await sleep(randomInt(MAX_DELAY_MS));
      await server.kill();
    }
    const last = await startServer(env);
    for (let before = -1; before !== gateway.accepted.length; await sleep(IDLE_MS))
      before = gateway.accepted.length;
    await last.stop();

    await database.withDb(async (db) => {
      const rows = await db
        .select({ state: notifications.state, phone: members.phone })
        .from(notifications)
        .innerJoin(members, eq(members.id, notifications.memberId));
      expect(rows).toHaveLength(MESSAGES);
      const counts = rows.map(({ state, phone }) => ({ state, accepted: countAccepted(phone ?? '') }));
      expect(counts.filter(({ accepted }) => accepted > 1)).toEqual([]);
      expect(counts.filter(({ state, accepted }) => state === 'SENT' && accepted !== 1)).toEqual([]);
      const open = counts.filter(({ state }) => state !== 'SENT' && state !== 'UNKNOWN');
      expect(open).toEqual([]);
      const unknown = counts.filter(({ state }) => state === 'UNKNOWN').length;
      process.stdout.write(
        `${killsWhileSending} of ${KILLS} kills while sending, ${unknown} of ${MESSAGES} messages left UNKNOWN\n`,
      );
      expect(unknown).toBeLessThanOrEqual(KILLS);
      expect(killsWhileSending).toBeGreaterThan(KILLS / 2);
    });
  },
);
