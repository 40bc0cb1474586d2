import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type * as z from 'zod/mini';
import type { signedUpload } from '#core/files/contract/photo-uploads.ts';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import { call } from '#test/releases/site-client.ts';
import { withJpegComment } from '#tools/bench/seeds/photo-fixtures.ts';
import { quantile } from '#tools/goals.ts';
import { sendTimedRequest, newIp, pollAtRate } from './http-client.ts';
import type { Figures } from './interleaved-runs.ts';
import { cpuSeconds, peakBytes, residentBytes } from './process-metrics.ts';
import type { Site } from './site.ts';

export const PHOTO_COUNT = 12;
/** Requests per second for the home page during the upload: enough for a percentile, too few to add load. */
const HOME_REQUESTS_PER_S = 5;
const BYTES_PER_MEGABYTE = 1_000_000;
/**
 * Same value as in src/core/files/server/renditions/render-worker.ts, so that other load on the machine slows both sides equally.
 */
const PROCESS_PRIORITY = 5;

export interface SavedPhoto {
  readonly imageUrl: string;
  readonly sources: readonly { readonly srcset: string }[];
}

let uploadCount = 0;

/** Uploads a file as an admin's browser does. Resolves to the file name for the request that saves it. */
const upload = async (site: Site, admin: SignedInUser, jpeg: Buffer): Promise<string> => {
  uploadCount += 1;
  const bytes = withJpegComment(jpeg, String(uploadCount));
  const signed = await call<z.output<typeof signedUpload>>(site, '/api/admin/photo/generate-signed-url', {
    token: await admin.token(),
    body: { fileName: '큰 사진.jpg', contentType: 'image/jpeg', contentLength: bytes.length },
  });
  const { pathname, search } = new URL(signed.signedUrl);
  const response = await fetch(new URL(pathname + search, site.url), {
    method: 'PUT',
    headers: signed.headers,
    body: new Uint8Array(bytes),
  });
  if (!response.ok) throw new Error(`the upload returned ${response.status}`);
  return signed.savedFileName;
};

/** Saves uploaded files, all concurrently. */
const saveAll = async (site: Site, admin: SignedInUser, names: readonly string[]): Promise<SavedPhoto[]> => {
  const token = await admin.token();
  const save = (savedFileName: string): Promise<SavedPhoto> =>
    call(site, '/api/admin/photo/save-metadata', {
      token,
      body: { category: 'LANDSCAPE', originalFileName: '큰 사진.jpg', savedFileName },
    });
  return Promise.all(names.map(save));
};

const uploadMany = async (site: Site, admin: SignedInUser, jpegs: readonly Buffer[]): Promise<string[]> => {
  const names: string[] = [];
  for (const jpeg of jpegs) names.push(await upload(site, admin, jpeg));
  return names;
};

const measureUsage = async (pid: number, work: () => Promise<unknown>) => {
  const idle = residentBytes(pid);
  const used = cpuSeconds(pid);
  const begin = performance.now();
  const peak = await peakBytes(pid, work());
  const seconds = (performance.now() - begin) / 1_000;
  return { seconds, cpu: cpuSeconds(pid) - used, megabytes: (peak - idle) / BYTES_PER_MEGABYTE };
};

type ProcessUsage = Awaited<ReturnType<typeof measureUsage>>;

const figuresOf = (single: ProcessUsage, concurrent: ProcessUsage): Figures => ({
  'one s': single.seconds,
  'one MB above idle': single.megabytes,
  'twelve s': concurrent.seconds,
  'twelve CPU s': concurrent.cpu,
  'twelve MB above idle': concurrent.megabytes,
});

/** Saves one photo, then twelve at once, through the site. The admin must not have saved any yet. */
export const measureSiteRenditions = async (
  site: Site,
  admin: SignedInUser,
  jpegs: readonly Buffer[],
): Promise<Figures> => {
  const one = await uploadMany(site, admin, jpegs.slice(0, 1));
  const single = await measureUsage(site.pid, () => saveAll(site, admin, one));
  const names = await uploadMany(site, admin, jpegs);
  let times: number[] = [];
  const concurrent = await measureUsage(site.pid, async () => {
    const saving = saveAll(site, admin, names);
    times = await pollAtRate(HOME_REQUESTS_PER_S, saving, (since) =>
      sendTimedRequest(new URL('/', site.url), { method: 'GET', ip: newIp(), dueAt: since }),
    );
    await saving;
  });
  return {
    ...figuresOf(single, concurrent),
    'home p50 ms during upload': quantile(times, 0.5),
    'home p99 ms during upload': quantile(times, 0.99),
  };
};

/** Saves one photo through the site. */
export const savePhoto = async (site: Site, admin: SignedInUser, jpeg: Buffer): Promise<SavedPhoto> => {
  const [photo] = await saveAll(site, admin, [await upload(site, admin, jpeg)]);
  if (photo === undefined) throw new Error('nothing was saved');
  return photo;
};

/** Starts sharp alone in its own process. `generateRenditions` resolves to the total bytes of the generated renditions. */
export const startSharpBaseline = async () => {
  const child = spawn(process.execPath, ['tools/bench/baselines/baseline-renditions.js'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  setPriority(pid, PROCESS_PRIORITY);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const generateRenditions = async (paths: readonly string[]): Promise<number> => {
    child.stdin.write(`${paths.join('\t')}\n`);
    return Number((await lines.next()).value);
  };
  return {
    generateRenditions,
    measure: async (paths: readonly string[]): Promise<Figures> => {
      const single = await measureUsage(pid, () => generateRenditions(paths.slice(0, 1)));
      const concurrent = await measureUsage(pid, () => generateRenditions(paths));
      return figuresOf(single, concurrent);
    },
    stop: async () => {
      const isClosed = once(child, 'close');
      child.kill();
      await isClosed;
    },
  };
};
