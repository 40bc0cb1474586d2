import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateRefreshToken, hashRefreshToken } from '#server/auth/sessions/refresh-tokens.ts';
import type { Db } from '#server/db/database.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import { violationUnless, checkP99Goal, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, type ServerFixture } from '#tools/chaos/server-fixture.ts';
import { formatStatuses, latenciesOf, type LoadResponse } from '#tools/chaos/steady-load.ts';

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
  const users = tokens.map((token) => ({ token, id: randomUUID(), sessionId: randomUUID() }));
  await db.insert(members).values(users.map(({ id }, index) => ({ id, name: `손님${index}` })));
  await db.insert(sessions).values(
    users.map(({ id, sessionId }) => ({
      id: sessionId,
      memberId: id,
      ip: '203.0.113.1',
      userAgent: 'chaos',
      createdAt,
      expiresAt,
    })),
  );
  await db.insert(refreshTokens).values(
    users.map(({ token, sessionId }) => ({
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

type RefreshResponse = Pick<LoadResponse, 'status' | 'milliseconds'>;

interface RefreshResult {
  readonly status: number;
  readonly pair: Tokens | null;
}

/** Same rules as the site: only a rejection of this token ends the session; without a response the client retries. */
const refreshUntilAnswered = async (
  { workload }: ServerFixture,
  refreshToken: string,
  responses: RefreshResponse[],
): Promise<RefreshResult> => {
  for (let attempt = 0; ; attempt += 1) {
    const began = performance.now();
    const { status, body } = await workload.send({
      method: 'POST',
      path: '/api/auth/reissue',
      body: { refreshToken },
    });
    responses.push({ status, milliseconds: performance.now() - began });
    if (status === 200) return { status, pair: body as Tokens };
    if (status === 400 || status === 401 || attempt === MAX_ATTEMPTS) return { status, pair: null };
    await sleep(RETRY_DELAY_MS);
  }
};

export const refreshStorm: Scenario = {
  id: 'F-25',
  title: `${CLIENTS} clients with ${TABS} tabs each refresh expired tokens at the same time`,
  environments: ['embedded', 'postgres', 'postgres, 2 servers'],
  run: async ({ createDatabase, servers }) => {
    const database = await createDatabase();
    const tokens = Array.from({ length: CLIENTS }, generateRefreshToken);
    const prepare = (db: Db): Promise<void> => insertSignedIn(db, tokens);
    return runWithServers({ database, servers, members: 1, prepare }, async (fixture) => {
      const responses: RefreshResponse[] = [];
      const client = async (token: string, index: number): Promise<readonly RefreshResult[]> => {
        await sleep((index * SPREAD_MS) / CLIENTS);
        return Promise.all(
          Array.from({ length: TABS }, () => refreshUntilAnswered(fixture, token, responses)),
        );
      };
      const refreshes = await Promise.all(tokens.map(client));
      const failedTabs = refreshes.flat().filter(({ pair }) => pair === null);
      const divergedClients = refreshes.filter(
        (tabs) => new Set(tabs.map(({ pair }) => pair?.refreshToken)).size > 1,
      ).length;
      const path = '/api/member/profile';
      const profiles = await Promise.all(
        refreshes.map(([first]) =>
          fixture.workload.send({ method: 'GET', path, token: first?.pair?.accessToken }),
        ),
      );
      const rejectedTokens = profiles.filter(({ status }) => status === 401).length;
      return {
        summary: `${CLIENTS * TABS} refreshes over ${SPREAD_MS / 1_000} s in ${responses.length} attempts: ${formatStatuses(responses)}; ${failedTabs.length} lost their session`,
        goals: [checkP99Goal('refresh', latenciesOf(responses), P99_GOAL_MS)],
        violations: [
          ...violationUnless(
            failedTabs.length === 0,
            `${failedTabs.length} tabs lost their session: ${failedTabs[0]?.status}`,
          ),
          ...violationUnless(
            divergedClients === 0,
            `the tabs of ${divergedClients} clients got different tokens`,
          ),
          ...violationUnless(rejectedTokens === 0, `${rejectedTokens} refreshed tokens were rejected`),
        ],
      };
    });
  },
};
