import { randomUUID } from 'node:crypto';
import type { BookOperation } from '#test/torture/history.ts';
import { book } from '#test/torture/operations.ts';
import { allGrounds, demand } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import { datesAhead, placesOn } from '#test/torture/storm-clients.ts';

const MEMBERS = 200;
const AT_ONCE = 20;

const codesOf = (sent: readonly BookOperation[]): Set<string | null> =>
  new Set(sent.filter(({ outcome }) => outcome === 'ok').map(({ code }) => code));

export const twoTabs: Scenario = {
  id: 'F-08',
  title: 'double clicks and two tabs',
  grounds: allGrounds,
  run: async ({ place, servers }) =>
    playScene({ database: await place(), servers, members: MEMBERS }, async ({ storm, members }) => {
      const places = placesOn(datesAhead(0, MEMBERS));
      const faults: string[] = [];
      const visit = async (index: number): Promise<void> => {
        const member = members[index];
        const [first, second] = [places[index * 2], places[index * 2 + 1]];
        if (member === undefined || first === undefined || second === undefined) return;
        const key = randomUUID();
        const clicks = await Promise.all([
          book(storm, member, { ...first, key }),
          book(storm, member, { ...first, key }),
        ]);
        faults.push(
          ...demand(
            clicks.every(({ outcome }) => outcome === 'ok') && codesOf(clicks).size === 1,
            `a double click: ${clicks.map(({ outcome, code }) => `${outcome} ${code}`).join(', ')}`,
          ),
        );
        // Each tab has a key of its own; the notes make them different requests.
        const tabs = await Promise.all(
          ['한 탭', '다른 탭'].map((notes) => book(storm, member, { ...second, key: randomUUID(), notes })),
        );
        const taken = tabs.filter(({ code }) => code === 'SLOT_TAKEN').length;
        faults.push(
          ...demand(
            codesOf(tabs).size === 1 && taken === 1,
            `two tabs: ${tabs.map(({ outcome, code }) => `${outcome} ${code}`).join(', ')}`,
          ),
        );
        const reload = await book(storm, member, { ...first, key });
        faults.push(...demand(reload.code === clicks[0].code, `sent again later: ${reload.code}`));
      };
      for (let index = 0; index < MEMBERS; index += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => visit(index + offset)));
      return { did: `${MEMBERS} members clicked twice, then booked from two tabs, then came back`, faults };
    }),
};
