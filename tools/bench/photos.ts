import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#server/db/database.ts';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { sendTimedRequest, newIp } from '#tools/bench/harness/http-client.ts';
import {
  PHOTO_COUNT,
  measureSiteRenditions,
  savePhoto,
  startSharpBaseline,
  type SavedPhoto,
} from '#tools/bench/harness/rendition-benchmark.ts';
import { startBaseline } from '#tools/bench/baselines/start-baseline.ts';
import { createNoisyPhotos } from '#tools/bench/seeds/photo-fixtures.ts';
import { measureDownloadRate } from '#tools/bench/harness/download-throughput.ts';
import {
  runInterleaved,
  type BenchmarkResult,
  type Benchmark,
  type Goal,
  type Side,
} from '#tools/bench/harness/interleaved-runs.ts';
import { openBrowser } from '#tools/bench/harness/browser.ts';
import { measureUploadQueue } from '#tools/bench/harness/upload-queue-benchmark.ts';
import { startNginxFileServer } from '#tools/bench/harness/nginx-file-server.ts';
import { openSite, type Site } from '#tools/bench/harness/site.ts';

const ROUNDS = 3;
const WARM_UP_CALLS = 20;
const DOWNLOAD_MS = 3_000;
const FILE_BYTES = 200_000;
const QUEUES = { short: 250, long: 1_000 } as const;
const GOALS = { time: 1.15, megabytes: 400, home: 200, nginx: 0.3, queue: 2 } as const;

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
      if (!response.ok) throw new Error(`${pathname} returned ${response.status}`);
      return { path: pathname, bytes: Buffer.from(await response.arrayBuffer()) };
    }),
  );

/** The rendition whose size is nearest to `FILE_BYTES`. */
const findNearestSize = (renditions: readonly Rendition[]): Rendition => {
  const difference = ({ bytes }: Rendition): number => Math.abs(bytes.length - FILE_BYTES);
  const [first] = renditions.toSorted((a, b) => difference(a) - difference(b));
  if (first === undefined) throw new Error('there are no renditions');
  return first;
};

const checkGoals = (
  sides: BenchmarkResult['sides'],
  notes: readonly string[],
): Omit<BenchmarkResult, 'sides'> => {
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
  const home = at('site', 'home p99 ms during upload');
  const nginx = rate('nginx');
  return {
    goals: [
      ...times,
      {
        text: `twelve at once: ${memory.toFixed(0)} MB above idle, goal ≤ ${GOALS.megabytes} MB`,
        isMet: memory <= GOALS.megabytes,
      },
      {
        text: `twelve at once: home p99 ${home.toFixed(0)} ms during it, goal ≤ ${GOALS.home} ms`,
        isMet: home <= GOALS.home,
      },
      // Only where nginx is installed.
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
      // CPU time, which other load on the machine hardly affects.
      `twelve of 24 megapixels: ${(at('site', 'twelve CPU s') / at('sharp', 'twelve CPU s')).toFixed(2)} × the CPU time of sharp alone`,
      ...(['sirv', 'node:http'] as const).map(
        (side) => `200 kB: ${rate(side).toFixed(2)} × the requests of ${side}`,
      ),
    ],
  };
};

/** Whether a file costs the browser as much in a long queue as in a short one. */
const checkUploadQueue = async (site: Site, nextAdmin: () => SignedInUser): Promise<Goal> => {
  const { browser } = await openBrowser();
  try {
    const short = await measureUploadQueue(browser, site, nextAdmin(), QUEUES.short);
    const long = await measureUploadQueue(browser, site, nextAdmin(), QUEUES.long);
    const ratio = long / short;
    return {
      text: `${QUEUES.long} uploads in one queue: ${long.toFixed(0)} ms of the browser each, ${ratio.toFixed(2)} × of ${QUEUES.short}, goal ≤ ${GOALS.queue}`,
      isMet: ratio <= GOALS.queue,
    };
  } finally {
    await browser.close();
  }
};

/**
 * Compares the rendering of camera files with sharp alone, the home page's latency meanwhile, and photo downloads with other
 * file servers. Uploads many files in one queue of a browser.
 */
export const run: Benchmark = async (logProgress) => {
  const stops: (() => Promise<void>)[] = [];
  const tempDir = await mkdtemp(join(tmpdir(), 'sajingwan-bench-'));
  stops.push(() => rm(tempDir, { recursive: true, force: true }));
  try {
    logProgress('generating photos');
    const noisyPhotos = await createNoisyPhotos();
    const jpegs = Array.from(
      { length: PHOTO_COUNT },
      (_, index) => noisyPhotos[index % noisyPhotos.length] ?? Buffer.alloc(0),
    );
    const paths: string[] = [];
    for (const [index, jpeg] of jpegs.entries()) {
      paths.push(join(tempDir, `${index}.jpg`));
      await writeFile(join(tempDir, `${index}.jpg`), jpeg);
    }

    // A signed upload URL is valid for one file, and each admin may request sixty in ten minutes.
    const admins: SignedInUser[] = [];
    const fill = async (db: Db): Promise<void> =>
      void admins.push(...(await insertSignedInUsers(db, ROUNDS + 3, { role: 'ADMIN' })));
    const site = await openSite('embedded', fill, { ...testIdentity, SAMPLE_CONTENT: 'true' });
    stops.unshift(site.stop);
    const nextAdmin = (): SignedInUser => {
      const admin = admins.shift();
      if (admin === undefined) throw new Error('there are fewer admins than rounds');
      return admin;
    };
    for (let count = 0; count < WARM_UP_CALLS; count += 1)
      await sendTimedRequest(new URL('/', site.url), { method: 'GET', ip: newIp() });

    logProgress('rendering one photo with both');
    const renditions = await readAll(site, await savePhoto(site, nextAdmin(), jpegs[0] ?? Buffer.alloc(0)));
    const sharpBaseline = await startSharpBaseline();
    stops.unshift(sharpBaseline.stop);
    const sizeRatio =
      renditions.reduce((sum, { bytes }) => sum + bytes.length, 0) /
      (await sharpBaseline.generateRenditions(paths.slice(0, 1)));

    const { path, bytes } = findNearestSize(renditions);
    const folder = join(tempDir, 'files');
    await mkdir(folder);
    const file = `picture${path.slice(path.lastIndexOf('.'))}`;
    await writeFile(join(folder, file), bytes);
    const sides: Side[] = [
      {
        name: 'site',
        measure: async () => ({
          ...(await measureSiteRenditions(site, nextAdmin(), jpegs)),
          'requests/s': await measureDownloadRate(new URL(path, site.url), DOWNLOAD_MS),
        }),
      },
      { name: 'sharp', measure: () => sharpBaseline.measure(paths) },
    ];
    const nginx = await startNginxFileServer(tempDir, folder);
    if (nginx === undefined) logProgress('nginx is not installed');
    const servers = [
      ['nginx', nginx],
      ['sirv', await startBaseline('baseline-files.js', 'sirv', folder)],
      ['node:http', await startBaseline('baseline-files.js', 'node:http', folder)],
    ] as const;
    for (const [name, server] of servers) {
      if (server === undefined) continue;
      stops.unshift(server.stop);
      const url = new URL(file, server.url);
      sides.push({
        name,
        measure: async () => ({ 'requests/s': await measureDownloadRate(url, DOWNLOAD_MS) }),
      });
    }
    const measured = await runInterleaved(sides, ROUNDS, logProgress);
    logProgress('uploading many files in a browser');
    const queueGoal = await checkUploadQueue(site, nextAdmin);
    const notes = [
      `the site’s renditions of a photo have ${sizeRatio.toFixed(3)} × the bytes of the renditions of sharp alone`,
      `the downloaded photo has ${bytes.length} bytes (${path})`,
    ];
    const { goals, ...checked } = checkGoals(measured, notes);
    return { sides: measured, ...checked, goals: [...goals, queueGoal] };
  } finally {
    for (const stop of stops) await stop();
  }
};
