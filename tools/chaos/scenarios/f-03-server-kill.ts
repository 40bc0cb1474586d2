import { checkHistory } from '#tools/chaos/checker/check-history.ts';
import { insertSignedInUsers } from '#test/factories/signed-in-users.ts';
import { readFinalState } from '#tools/chaos/read-final-state.ts';
import { runKillStorm } from '#tools/chaos/kill-storm.ts';
import { allEnvironments, quantile, type Goal, type Scenario } from '#tools/chaos/scenario.ts';
import { chaosServerSettings } from '#tools/chaos/server-fixture.ts';

const CLIENTS = 16;
const MEMBERS = 2_000;
const MIN_KILL_INTERVAL_MS = 500;
const READY_GOAL_MS = 5_000;
const LOST_GOAL = 0.01;

export const serverKill: Scenario = {
  id: 'F-03',
  title: 'kill -9 of the server during bookings, moves and cancellations',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }, { kills, logProgress }) => {
    const database = await createDatabase();
    try {
      const members = await database.withDb((db) => insertSignedInUsers(db, MEMBERS));
      const settings = chaosServerSettings(database);
      const { history, readyAfterMs } = await runKillStorm({
        settings,
        members,
        kills,
        clients: CLIENTS,
        servers,
        minKillIntervalMs: MIN_KILL_INTERVAL_MS,
        logProgress,
      });
      const state = await database.withDb(readFinalState);
      const slowest = quantile(readyAfterMs, 1);
      const lost = history.filter(({ outcome }) => outcome === 'unknown').length / history.length;
      const goals: Goal[] = [
        {
          text: `ready again after ${(slowest / 1_000).toFixed(1)} s at most, goal ≤ 5 s`,
          isMet: slowest <= READY_GOAL_MS,
        },
      ];
      if (servers > 1) {
        const text = `${(lost * 100).toFixed(2)} % of the requests got no response while the other server ran, goal < 1 %`;
        goals.push({ text, isMet: lost < LOST_GOAL });
      }
      return {
        summary: `${kills} kills during ${history.length} operations of ${CLIENTS} clients`,
        history,
        violations: checkHistory(history, state),
        goals,
      };
    } finally {
      await database.remove();
    }
  },
};
