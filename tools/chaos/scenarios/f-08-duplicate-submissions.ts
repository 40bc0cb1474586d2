import { randomUUID } from 'node:crypto';
import type { BookOperation } from '#tools/chaos/checker/history.ts';
import { book } from '#tools/chaos/operations.ts';
import { allEnvironments, violationUnless, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import { bookableDates, slotsOn } from '#tools/chaos/random-clients.ts';

const MEMBERS = 200;
const CONCURRENCY = 20;

const codesOf = (sent: readonly BookOperation[]): Set<string | null> =>
  new Set(sent.filter(({ outcome }) => outcome === 'ok').map(({ code }) => code));

export const duplicateSubmissions: Scenario = {
  id: 'F-08',
  title: 'double clicks and two tabs',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }) =>
    runWithServers(
      { database: await createDatabase(), servers, members: MEMBERS },
      async ({ workload, members }) => {
        const dateSlots = slotsOn(bookableDates(0, MEMBERS));
        const violations: string[] = [];
        const visit = async (index: number): Promise<void> => {
          const member = members[index];
          const [first, second] = [dateSlots[index * 2], dateSlots[index * 2 + 1]];
          if (member === undefined || first === undefined || second === undefined) return;
          const key = randomUUID();
          const clicks = await Promise.all([
            book(workload, member, { ...first, key }),
            book(workload, member, { ...first, key }),
          ]);
          violations.push(
            ...violationUnless(
              clicks.every(({ outcome }) => outcome === 'ok') && codesOf(clicks).size === 1,
              `a double click: ${clicks.map(({ outcome, code }) => `${outcome} ${code}`).join(', ')}`,
            ),
          );
          // Each tab has its own key. Different notes make them different requests.
          const tabs = await Promise.all(
            ['한 탭', '다른 탭'].map((notes) =>
              book(workload, member, { ...second, key: randomUUID(), notes }),
            ),
          );
          const taken = tabs.filter(({ code }) => code === 'SLOT_TAKEN').length;
          violations.push(
            ...violationUnless(
              codesOf(tabs).size === 1 && taken === 1,
              `two tabs: ${tabs.map(({ outcome, code }) => `${outcome} ${code}`).join(', ')}`,
            ),
          );
          const reload = await book(workload, member, { ...first, key });
          violations.push(
            ...violationUnless(reload.code === clicks[0].code, `sent again later: ${reload.code}`),
          );
        };
        for (let index = 0; index < MEMBERS; index += CONCURRENCY)
          await Promise.all(Array.from({ length: CONCURRENCY }, (_, offset) => visit(index + offset)));
        return {
          summary: `${MEMBERS} members double-clicked, booked from two tabs, then sent the first booking again`,
          violations,
        };
      },
    ),
};
