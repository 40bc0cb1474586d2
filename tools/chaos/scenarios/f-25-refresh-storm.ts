import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateRefreshToken, hashRefreshToken } from '#server/auth/sessions/refresh-tokens.ts';
import type { Db } from '#server/db/database.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import { violationUnless, checkP99Goal } from '#tools/chaos/scenario.ts';
import type { Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import type { ServerFixture } from '#tools/chaos/server-fixture.ts';
import { formatStatuses, latenciesOf } from '#tools/chaos/steady-load.ts';
import type { LoadResponse as Steady } from '#tools/chaos/steady-load.ts';

const CLIENTS = 1_000;
const TABS = 5;
/** Period over which the clients' tokens expire. */
const SPREAD_MS = 5_000;
const MAX_ATTEMPTS = 20;
const RETRY_DELAY_MS = 1_000;
const P99_GOAL_MS = 300;
const DAY_MS = 86_400_000;

/** Inserts signed-in members, one for each refresh token. */
const insertSignedIn = async (db: Db, tokens: readonly string[]): Promise<void> => {
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + DAY_MS);
  const people = tokens.map((token) => ({ token, id: randomUUID(), sessionId: randomUUID() }));
  await db.insert(members).values(people.map(({ id }, index) => ({ id, name: `손님${index}` })));
  await db.insert(sessions).values(
    people.map(({ id, sessionId }) => ({
      id: sessionId,
      memberId: id,
      ip: '203.0.113.1',
      userAgent: 'storm',
      createdAt,
      expiresAt,
    })),
  );
  await db.insert(refreshTokens).values(
    people.map(({ token, sessionId }) => ({
      tokenHash: hashRefreshToken(token),
      sessionId,
      createdAt,
      expiresAt,
    })),
  );
};

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Answer = Pick<Steady, 'status' | 'milliseconds'>;

interface RefreshResult {
  readonly status: number;
  readonly pair: Tokens | null;
}

/** Same rules as the site: only a rejection of this token ends the session; without a response the client retries. */
const refreshUntilAnswered = async (
  { workload }: ServerFixture,
  refreshToken: string,
  answers: Answer[],
): Promise<RefreshResult> => {
  for (let tries = 0; ; tries += 1) {
    const began = performance.now();
    const { status, body } = await workload.send({
      method: 'POST',
      path: '/api/auth/reissue',
      body: { refreshToken },
    });
    answers.push({ status, milliseconds: performance.now() - began });
    if (status === 200) return { status, pair: body as Tokens };
    if (status === 400 || status === 401 || tries === MAX_ATTEMPTS) return { status, pair: null };
    await sleep(RETRY_DELAY_MS);
  }
};

export const refreshStorm: Scenario = {
  id: 'F-25',
  title: `${CLIENTS} clients with ${TABS} tabs each find their tokens out of date together`,
  environments: ['embedded', 'postgres', 'postgres, 2 servers'],
  run: async ({ createDatabase, servers }) => {
    const database = await createDatabase();
    const held = Array.from({ length: CLIENTS }, generateRefreshToken);
    const prepare = (db: Db): Promise<void> => insertSignedIn(db, held);
    return runWithServers({ database, servers, members: 1, prepare }, async (scene) => {
      const answers: Answer[] = [];
      const client = async (token: string, index: number): Promise<readonly RefreshResult[]> => {
        await sleep((index * SPREAD_MS) / CLIENTS);
        return Promise.all(Array.from({ length: TABS }, () => refreshUntilAnswered(scene, token, answers)));
      };
      const renewals = await Promise.all(held.map(client));
      const refused = renewals.flat().filter(({ pair }) => pair === null);
      const split = renewals.filter(
        (tabs) => new Set(tabs.map(({ pair }) => pair?.refreshToken)).size > 1,
      ).length;
      const path = '/api/member/profile';
      const seen = await Promise.all(
        renewals.map(([first]) =>
          scene.workload.send({ method: 'GET', path, token: first?.pair?.accessToken }),
        ),
      );
      const strangers = seen.filter(({ status }) => status === 401).length;
      return {
        did: `${CLIENTS * TABS} renewals over ${SPREAD_MS / 1_000} s in ${answers.length} tries: ${formatStatuses(answers)}; ${refused.length} were told that their session had ended`,
        goals: [checkP99Goal('renewal', latenciesOf(answers), P99_GOAL_MS)],
        faults: [
          ...violationUnless(
            refused.length === 0,
            `${refused.length} tabs lost their session: ${refused[0]?.status}`,
          ),
          ...violationUnless(split === 0, `the tabs of ${split} clients were given different tokens`),
          ...violationUnless(strangers === 0, `${strangers} renewed tokens were refused`),
        ],
      };
    });
  },
};
