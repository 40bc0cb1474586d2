import { readFile, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { demand, judgeTimes, quantile } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import { applyLoad, findBroken, judgeRoom, tellStatuses, timesOf } from '#test/torture/steady-load.ts';

const WANTED = { whole: 10_000, short: 4_000 };
/** For everything else that a process has open. */
const OWN_FILES = 1_000;
const AT_ONCE = 200;
const RATE = 50;
const MEMBERS = 2_000;
/** Headers may take 10 s; how often the server looks, and a busy machine, come on top. */
const CUT_AFTER = 10_000;
const SLACK = 3_000;
const LONGEST = 180_000;
const P99_GOAL = 500;

const readLimit = async (): Promise<number> => {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 4_096);
};

const countFiles = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;

/** Opens a connection and says nothing, or half of a head. Resolves to it when it is open. */
const openOne = (url: URL, index: number, cuts: number[]): Promise<Socket | null> =>
  new Promise((done) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.once('error', () => done(null));
    socket.once('connect', () => {
      const began = performance.now();
      socket.once('close', () => cuts.push(performance.now() - began));
      if (index % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
      socket.resume();
      done(socket);
    });
  });

export const slowClients: Scenario = {
  id: 'F-20',
  title: `${WANTED.whole} connections on which nothing, or half a head, comes`,
  grounds: ['embedded', 'postgres'],
  run: async ({ place }, { isShort, say }) => {
    const goal = isShort ? WANTED.short : WANTED.whole;
    const database = await place();
    return playScene({ database, servers: 1, members: MEMBERS }, async (scene) => {
      const [server] = scene.servers;
      const url = new URL(server?.url ?? '');
      const before = await countFiles(server?.pid ?? 0);
      const wanted = Math.min(goal, (await readLimit()) - OWN_FILES);
      const cuts: number[] = [];
      const load = applyLoad(scene, RATE);
      const sockets: (Socket | null)[] = [];
      while (sockets.length < wanted)
        sockets.push(
          ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => openOne(url, index, cuts)))),
        );
      say(`${sockets.length} connections, ${cuts.length} of them cut off already`);
      const open = sockets.filter((socket) => socket !== null);
      const most = await countFiles(server?.pid ?? 0);
      const deadline = performance.now() + LONGEST;
      while (cuts.length < open.length && performance.now() < deadline) await sleep(50);
      const left = open.length - cuts.length;
      for (const socket of open) socket.destroy();
      await load.end();
      const after = await countFiles(server?.pid ?? 0);
      const slowest = quantile(cuts, 1);
      const bad = findBroken(load.answers);
      return {
        did: `${open.length} connections, ${most} files open in the server (${before} before, ${after} after); cut off after ${quantile(cuts, 0).toFixed(0)} to ${slowest.toFixed(0)} ms; meanwhile ${load.answers.length} requests: ${tellStatuses(load.answers)}`,
        goals: [
          judgeTimes('normal traffic', timesOf(load.answers), P99_GOAL),
          judgeRoom(load.answers),
          {
            text: `cut off after ${slowest.toFixed(0)} ms at most, goal ≤ ${CUT_AFTER + SLACK} ms`,
            isMet: slowest <= CUT_AFTER + SLACK,
          },
          { text: `${open.length} connections, goal ${goal}`, isMet: open.length >= goal },
        ],
        faults: [
          ...demand(open.length >= wanted * 0.99, `only ${open.length} of ${wanted} connections were taken`),
          ...demand(left === 0, `${left} connections were not cut off`),
          ...demand(bad.length === 0, `${bad.length} requests failed: ${tellStatuses(bad)}`),
        ],
      };
    });
  },
};
