import { checkHistory } from '#test/torture/check-history.ts';
import { insertPeople } from '#test/torture/people.ts';
import { readFinalState } from '#test/torture/places.ts';
import { runKillStorm } from '#test/torture/run-kill-storm.ts';
import { allGrounds, quantile } from '#test/torture/scenario.ts';
import type { Goal, Scenario } from '#test/torture/scenario.ts';
import { stormSettings } from '#test/torture/scene.ts';

const CLIENTS = 16;
const MEMBERS = 2_000;
const PACE = 500;
const READY_GOAL = 5_000;
const LOST_GOAL = 0.01;

export const killApp: Scenario = {
  id: 'F-03',
  title: 'kill -9 of the server amid bookings, moves and cancellings',
  grounds: allGrounds,
  run: async ({ place, servers }, { kills, say }) => {
    const database = await place();
    try {
      const members = await database.visit((db) => insertPeople(db, MEMBERS));
      const settings = stormSettings(database);
      const { history, readyAfter } = await runKillStorm({
        settings,
        members,
        kills,
        clients: CLIENTS,
        servers,
        pace: PACE,
        say,
      });
      const state = await database.visit(readFinalState);
      const slowest = quantile(readyAfter, 1);
      const lost = history.filter(({ outcome }) => outcome === 'unknown').length / history.length;
      const goals: Goal[] = [
        {
          text: `ready again after ${(slowest / 1_000).toFixed(1)} s at most, goal ≤ 5 s`,
          isMet: slowest <= READY_GOAL,
        },
      ];
      if (servers > 1) {
        const text = `${(lost * 100).toFixed(2)} % of the calls got no answer while the other server served, goal < 1 %`;
        goals.push({ text, isMet: lost < LOST_GOAL });
      }
      return {
        did: `${kills} kills amid ${history.length} operations of ${CLIENTS} clients`,
        history,
        faults: checkHistory(history, state),
        goals,
      };
    } finally {
      await database.remove();
    }
  },
};
