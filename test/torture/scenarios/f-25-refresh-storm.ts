import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawRefreshToken, hashRefreshToken } from '#server/auth/refresh-tokens.ts';
import type { Db } from '#server/db/connection.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import { demand, judgeTimes } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import type { Scene } from '#test/torture/scene.ts';
import { tellStatuses, timesOf } from '#test/torture/steady-load.ts';
import type { Answer as Steady } from '#test/torture/steady-load.ts';

const CLIENTS = 1_000;
const TABS = 5;
/** They were signed in over so long, and find their tokens out of date over as long. */
const SPREAD = 5_000;
const MOST_TRIES = 20;
const RETRY_AFTER = 1_000;
const P99_GOAL = 300;
const DAY = 86_400_000;

/** Members who are signed in, by the refresh token that they hold. */
const insertSignedIn = async (db: Db, tokens: readonly string[]): Promise<void> => {
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + DAY);
  const people = tokens.map((token) => ({ token, id: randomUUID(), sessionId: randomUUID() }));
  await db.insert(members).values(people.map(({ id }, index) => ({ id, name: `손님${index}` })));
  await db.insert(sessions).values(
    people.map(({ id, sessionId }) => ({
      id: sessionId,
      memberId: id,
      address: '203.0.113.1',
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

interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Answer = Pick<Steady, 'status' | 'milliseconds'>;

interface Renewal {
  readonly status: number;
  readonly pair: Pair | null;
}

/** As the site does: only a no to this very token ends the session, and whoever got no answer asks again. */
const renew = async ({ storm }: Scene, refreshToken: string, answers: Answer[]): Promise<Renewal> => {
  for (let tries = 0; ; tries += 1) {
    const began = performance.now();
    const { status, body } = await storm.ask({
      method: 'POST',
      path: '/api/auth/reissue',
      body: { refreshToken },
    });
    answers.push({ status, milliseconds: performance.now() - began });
    if (status === 200) return { status, pair: body as Pair };
    if (status === 400 || status === 401 || tries === MOST_TRIES) return { status, pair: null };
    await sleep(RETRY_AFTER);
  }
};

export const refreshStorm: Scenario = {
  id: 'F-25',
  title: `${CLIENTS} clients with ${TABS} tabs each find their tokens out of date together`,
  grounds: ['embedded', 'postgres', 'postgres, 2 servers'],
  run: async ({ place, servers }) => {
    const database = await place();
    const held = Array.from({ length: CLIENTS }, drawRefreshToken);
    const prepare = (db: Db): Promise<void> => insertSignedIn(db, held);
    return playScene({ database, servers, members: 1, prepare }, async (scene) => {
      const answers: Answer[] = [];
      const client = async (token: string, index: number): Promise<readonly Renewal[]> => {
        await sleep((index * SPREAD) / CLIENTS);
        return Promise.all(Array.from({ length: TABS }, () => renew(scene, token, answers)));
      };
      const renewals = await Promise.all(held.map(client));
      const refused = renewals.flat().filter(({ pair }) => pair === null);
      const split = renewals.filter(
        (tabs) => new Set(tabs.map(({ pair }) => pair?.refreshToken)).size > 1,
      ).length;
      const path = '/api/member/profile';
      const seen = await Promise.all(
        renewals.map(([first]) => scene.storm.ask({ method: 'GET', path, token: first?.pair?.accessToken })),
      );
      const strangers = seen.filter(({ status }) => status === 401).length;
      return {
        did: `${CLIENTS * TABS} renewals over ${SPREAD / 1_000} s in ${answers.length} tries: ${tellStatuses(answers)}; ${refused.length} were told that their session had ended`,
        goals: [judgeTimes('renewal', timesOf(answers), P99_GOAL)],
        faults: [
          ...demand(refused.length === 0, `${refused.length} tabs lost their session: ${refused[0]?.status}`),
          ...demand(split === 0, `the tabs of ${split} clients were given different tokens`),
          ...demand(strangers === 0, `${strangers} renewed tokens were refused`),
        ],
      };
    });
  },
};
