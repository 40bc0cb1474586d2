import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#server/db/connection.ts';
import { insertPeople, stormIdentity } from '#test/torture/people.ts';
import type { Person } from '#test/torture/people.ts';
import { call, newAddress } from './harness/client.ts';
import { MANY, measureSite, saveOne, startSharp } from './harness/derive-sides.ts';
import type { SavedPhoto } from './harness/derive-sides.ts';
import { startBare } from './harness/start-bare.ts';
import { makeNoisyPhotos } from './harness/noisy-photos.ts';
import { pull } from './harness/pull.ts';
import { interleave } from './harness/rounds.ts';
import type { Finding, Question, Side } from './harness/rounds.ts';
import { serveFolder } from './harness/serve-folder.ts';
import { openSite } from './harness/site.ts';
import type { Site } from './harness/site.ts';

const ROUNDS = 3;
const WARM_UP = 20;
const PULL = 3_000;
const SIZE = 200_000;
const GOALS = { time: 1.15, megabytes: 400, home: 200, nginx: 0.3 } as const;

const urlsOf = ({ imageUrl, sources }: SavedPhoto): string[] => [
  imageUrl,
  ...sources.flatMap(({ srcset }) => srcset.split(', ').map((one) => one.split(' ')[0] ?? '')),
];

interface Rendition {
  readonly path: string;
  readonly bytes: Buffer;
}

const readAll = (site: Site, photo: SavedPhoto): Promise<Rendition[]> =>
  Promise.all(
    urlsOf(photo).map(async (url) => {
      const { pathname } = new URL(url, site.url);
      const response = await fetch(new URL(pathname, site.url));
      if (!response.ok) throw new Error(`${pathname} answered ${response.status}`);
      return { path: pathname, bytes: Buffer.from(await response.arrayBuffer()) };
    }),
  );

/** The rendition whose size is nearest to that of the question. */
const nearest = (renditions: readonly Rendition[]): Rendition => {
  const off = ({ bytes }: Rendition): number => Math.abs(bytes.length - SIZE);
  const [first] = renditions.toSorted((a, b) => off(a) - off(b));
  if (first === undefined) throw new Error('there are no renditions');
  return first;
};

const judge = (sides: Finding['sides'], notes: readonly string[]): Omit<Finding, 'sides'> => {
  const at = (side: string, figure: string): number =>
    sides.find(({ name }) => name === side)?.medians[figure] ?? Number.NaN;
  const rate = (side: string): number => at('site', 'requests/s') / at(side, 'requests/s');
  const times = (['one', 'twelve'] as const).map((count) => {
    const ratio = at('site', `${count} s`) / at('sharp', `${count} s`);
    return {
      text: `${count} of 24 megapixels: ${ratio.toFixed(2)} × the time of sharp alone, goal ≤ ${GOALS.time}`,
      isMet: ratio <= GOALS.time,
    };
  });
  const memory = at('site', 'twelve MB above idle');
  const home = at('site', 'home p99 ms meanwhile');
  const nginx = rate('nginx');
  return {
    goals: [
      ...times,
      {
        text: `twelve at once: ${memory.toFixed(0)} MB above idle, goal ≤ ${GOALS.megabytes} MB`,
        isMet: memory <= GOALS.megabytes,
      },
      {
        text: `twelve at once: home p99 ${home.toFixed(0)} ms meanwhile, goal ≤ ${GOALS.home} ms`,
        isMet: home <= GOALS.home,
      },
      // Without nginx there is nothing to hold it against.
      ...(Number.isNaN(nginx)
        ? []
        : [
            {
              text: `200 kB: ${nginx.toFixed(2)} × the requests of nginx, goal ≥ ${GOALS.nginx}`,
              isMet: nginx >= GOALS.nginx,
            },
          ]),
    ],
    notes: [
      ...notes,
      // Other work on the machine moves the time, and hardly this.
      `twelve of 24 megapixels: ${(at('site', 'twelve CPU s') / at('sharp', 'twelve CPU s')).toFixed(2)} × the processors' time of sharp alone`,
      ...(['sirv', 'node:http'] as const).map(
        (side) => `200 kB: ${rate(side).toFixed(2)} × the requests of ${side}`,
      ),
    ],
  };
};

/** Are camera files taken in as fast as sharp alone would, beside a site that goes on, and are pictures sent as fast as files? */
export const ask: Question = async (say) => {
  const stops: (() => Promise<void>)[] = [];
  const place = await mkdtemp(join(tmpdir(), 'sajingwan-bench-'));
  stops.push(() => rm(place, { recursive: true, force: true }));
  try {
    say('pictures are made');
    const three = await makeNoisyPhotos();
    const jpegs = Array.from({ length: MANY }, (_, index) => three[index % three.length] ?? Buffer.alloc(0));
    const paths: string[] = [];
    for (const [index, jpeg] of jpegs.entries()) {
      paths.push(join(place, `${index}.jpg`));
      await writeFile(join(place, `${index}.jpg`), jpeg);
    }

    // An address is good for one file, and an admin gets sixty in ten minutes.
    const admins: Person[] = [];
    const fill = async (db: Db): Promise<void> =>
      void admins.push(...(await insertPeople(db, ROUNDS + 1, { role: 'ADMIN' })));
    const site = await openSite('embedded', fill, { ...stormIdentity, SAMPLE_CONTENT: 'true' });
    stops.unshift(site.stop);
    const nextAdmin = (): Person => {
      const admin = admins.shift();
      if (admin === undefined) throw new Error('each round has an admin of its own');
      return admin;
    };
    for (let count = 0; count < WARM_UP; count += 1)
      await call(new URL('/', site.url), { method: 'GET', address: newAddress() });

    say('one picture is made by both');
    const renditions = await readAll(site, await saveOne(site, nextAdmin(), jpegs[0] ?? Buffer.alloc(0)));
    const bare = await startSharp();
    stops.unshift(bare.stop);
    const same =
      renditions.reduce((sum, { bytes }) => sum + bytes.length, 0) / (await bare.derive(paths.slice(0, 1)));

    const { path, bytes } = nearest(renditions);
    const folder = join(place, 'files');
    await mkdir(folder);
    const file = `picture${path.slice(path.lastIndexOf('.'))}`;
    await writeFile(join(folder, file), bytes);
    const sides: Side[] = [
      {
        name: 'site',
        measure: async () => ({
          ...(await measureSite(site, nextAdmin(), jpegs)),
          'requests/s': await pull(new URL(path, site.url), PULL),
        }),
      },
      { name: 'sharp', measure: () => bare.measure(paths) },
    ];
    const nginx = await serveFolder(place, folder);
    if (nginx === undefined) say('there is no nginx here');
    const servers = [
      ['nginx', nginx],
      ['sirv', await startBare('bare-files.js', 'sirv', folder)],
      ['node:http', await startBare('bare-files.js', 'node:http', folder)],
    ] as const;
    for (const [name, server] of servers) {
      if (server === undefined) continue;
      stops.unshift(server.stop);
      const url = new URL(file, server.url);
      sides.push({ name, measure: async () => ({ 'requests/s': await pull(url, PULL) }) });
    }
    const measured = await interleave(sides, ROUNDS, say);
    const notes = [
      `what the site made of a picture has ${same.toFixed(3)} × the bytes of what sharp alone made`,
      `the picture that is sent has ${bytes.length} bytes (${path})`,
    ];
    return { sides: measured, ...judge(measured, notes) };
  } finally {
    for (const stop of stops) await stop();
  }
};
