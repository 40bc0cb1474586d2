import { runKillStorm } from '#tools/chaos/kill-storm.ts';
import { allEnvironments, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import { atMost, quantile } from '#tools/goals.ts';

const MEMBERS = 2_000;
const MIN_KILL_INTERVAL_MS = 500;
const READY_GOAL_S = 5;
const LOST_GOAL_PERCENT = 1;

export const serverKill: Scenario = {
  id: 'F-03',
  title: 'kill -9 of the server during bookings, moves and cancellations',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }, { kills, logProgress }) =>
    runWithServers({ database: await createDatabase(), servers, members: MEMBERS }, async (fixture) => {
      const options = { kills, minKillIntervalMs: MIN_KILL_INTERVAL_MS, logProgress };
      const readyAfterMs = await runKillStorm(fixture, options);
      const { history } = fixture.workload;
      const lost = history.filter(({ outcome }) => outcome === 'unknown').length / history.length;
      const ready = atMost(
        'ready again at the latest after',
        quantile(readyAfterMs, 1) / 1_000,
        READY_GOAL_S,
        's',
      );
      const lostWhile = 'requests without a response while the other server ran';
      return {
        summary: `${kills} kills during ${history.length} operations`,
        goals: [ready, ...(servers > 1 ? [atMost(lostWhile, lost * 100, LOST_GOAL_PERCENT, '%')] : [])],
      };
    }),
};
