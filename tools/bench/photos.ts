import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#platform/server/db/database.ts';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { openBrowser } from '#tools/bench/harness/browser.ts';
import { repeatRequest } from '#tools/bench/harness/comparison.ts';
import { sendTimedRequest, newIp } from '#tools/bench/harness/http-client.ts';
import {
  medianAt,
  runInterleaved,
  type Benchmark,
  type BenchmarkResult,
  type Figures,
  type Side,
} from '#tools/bench/harness/interleaved-runs.ts';
import { startNginxFileServer } from '#tools/bench/harness/nginx-file-server.ts';
import {
  PHOTO_COUNT,
  measureSiteRenditions,
  savePhoto,
  startSharpBaseline,
  type SavedPhoto,
} from '#tools/bench/harness/rendition-benchmark.ts';
import { createTempDir, openSite, type Site } from '#tools/bench/harness/site.ts';
import { measureUploadQueue } from '#tools/bench/harness/upload-queue-benchmark.ts';
import { createNoisyPhotos } from '#tools/bench/seeds/photo-fixtures.ts';
import { atLeast, atMost, type Goal } from '#tools/goals.ts';

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

const measureDownloads = async (url: URL): Promise<Figures> => {
  const figures = await repeatRequest(url).measure(DOWNLOAD_MS);
  return { 'requests/s': figures['/s'] ?? Number.NaN };
};

/** The rendition whose size is nearest to `FILE_BYTES`. */
const findNearestSize = (renditions: readonly Rendition[]): Rendition => {
  const difference = ({ bytes }: Rendition): number => Math.abs(bytes.length - FILE_BYTES);
  const [first] = renditions.toSorted((a, b) => difference(a) - difference(b));
  if (first === undefined) throw new Error('there are no renditions');
  return first;
};

const checkGoals = (sides: BenchmarkResult['sides']): BenchmarkResult['goals'] => {
  const site = (figure: string): number => medianAt(sides, 'site', figure);
  const ratioTo = (side: string, figure: string): number => site(figure) / medianAt(sides, side, figure);
  const nginx = ratioTo('nginx', 'requests/s');
  return [
    ...(['one', 'twelve'] as const).map((count) =>
      atMost(
        `${count} of 24 megapixels, × the time of sharp alone`,
        ratioTo('sharp', `${count} s`),
        GOALS.time,
      ),
    ),
    atMost('twelve at once, above idle', site('twelve MB above idle'), GOALS.megabytes, 'MB'),
    atMost('home p99 during twelve at once', site('home p99 ms during upload'), GOALS.home, 'ms'),
    // Only where nginx is installed.
    ...(Number.isNaN(nginx) ? [] : [atLeast('200 kB, × the requests of nginx', nginx, GOALS.nginx)]),
  ];
};

/** Whether a file costs the browser as much in a long queue as in a short one. */
const checkUploadQueue = async (site: Site, nextAdmin: () => SignedInUser): Promise<Goal> => {
  const { browser } = await openBrowser();
  try {
    const short = await measureUploadQueue(browser, site, nextAdmin(), QUEUES.short);
    const long = await measureUploadQueue(browser, site, nextAdmin(), QUEUES.long);
    const what = `${QUEUES.long} uploads in one queue, ${long.toFixed(0)} ms of the browser each, × of ${QUEUES.short}`;
    return atMost(what, long / short, GOALS.queue);
  } finally {
    await browser.close();
  }
};

/**
 * Compares the rendering of camera files with sharp alone, and photo downloads with nginx; measures the home page meanwhile. Uploads
 * many files in one queue of a browser.
 */
export const run: Benchmark = async ({ logProgress, defer }) => {
  const tempDir = await createTempDir(defer);
  logProgress('generating photos');
  const noisyPhotos = await createNoisyPhotos();
  const jpegs = Array.from(
    { length: PHOTO_COUNT },
    (_, index) => noisyPhotos[index % noisyPhotos.length] ?? Buffer.alloc(0),
  );
  const paths = jpegs.map((_, index) => join(tempDir, `${index}.jpg`));
  await Promise.all(jpegs.map((jpeg, index) => writeFile(paths[index] ?? '', jpeg)));

  // A signed upload URL is valid for one file, and each admin may request sixty in ten minutes.
  const fill = (db: Db) => insertSignedInUsers(db, ROUNDS + 3, { role: 'ADMIN' });
  const site = await openSite('embedded', fill, { ...testIdentity, SAMPLE_CONTENT: 'true' });
  defer(site.stop);
  const nextAdmin = (): SignedInUser => {
    const admin = site.filled.shift();
    if (admin === undefined) throw new Error('there are fewer admins than rounds');
    return admin;
  };
  for (let count = 0; count < WARM_UP_CALLS; count += 1)
    await sendTimedRequest(new URL('/', site.url), { method: 'GET', ip: newIp() });

  logProgress('rendering one photo with both');
  const renditions = await readAll(site, await savePhoto(site, nextAdmin(), jpegs[0] ?? Buffer.alloc(0)));
  const sharpBaseline = await startSharpBaseline();
  defer(sharpBaseline.stop);
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
        ...(await measureDownloads(new URL(path, site.url))),
      }),
    },
    { name: 'sharp', measure: () => sharpBaseline.measure(paths) },
  ];
  const nginx = await startNginxFileServer(tempDir, folder);
  if (nginx === undefined) logProgress('nginx is not installed');
  else {
    defer(nginx.stop);
    sides.push({ name: 'nginx', measure: () => measureDownloads(new URL(file, nginx.url)) });
  }
  const measured = await runInterleaved(sides, ROUNDS, logProgress);
  logProgress('uploading many files in a browser');
  const queueGoal = await checkUploadQueue(site, nextAdmin);
  // CPU time, which other load on the machine hardly affects.
  const cpuRatio = medianAt(measured, 'site', 'twelve CPU s') / medianAt(measured, 'sharp', 'twelve CPU s');
  return {
    sides: measured,
    goals: [...checkGoals(measured), queueGoal],
    notes: [
      `the site’s renditions of a photo have ${sizeRatio.toFixed(3)} × the bytes of the renditions of sharp alone`,
      `the downloaded photo has ${bytes.length} bytes (${path})`,
      `twelve of 24 megapixels: ${cpuRatio.toFixed(2)} × the CPU time of sharp alone`,
    ],
  };
};
