import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { listReleases, unpackRelease } from '#test/releases/release-archives.ts';
import { logIn, openSite } from '#test/releases/site-client.ts';
import { readVisit, uploadPhoto, visitSite } from '#test/releases/site-visit.ts';
import { config, createMemoryCgroup, createVolume, startContainer } from './container.ts';

const START_TIMEOUT_MS = 60_000;
const LIMIT_BYTES = 1024 ** 3;
const owner = { loginId: 'owner', password: 'Owner!2026' };
const env = { ADMIN_LOGIN_ID: owner.loginId, ADMIN_PASSWORD: owner.password, RATE_LIMITS: 'off' };

const createTemporaryVolume = async (): Promise<string> => {
  const folder = await createVolume();
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

it('the image runs as a user without rights and has a health command', () => {
  expect(config.User).toBe('1000:1000');
  expect(config.Healthcheck.Test[0]).toBe('CMD');
});

it('a container starts, takes a booking and keeps it over an end by SIGTERM and by SIGKILL', async () => {
  const dataDir = await createTemporaryVolume();
  const first = await startContainer({ dataDir, env });
  expect(await first.isReady(START_TIMEOUT_MS), first.output()).toBe(true);
  expect(first.checkHealth()).toBe(0);
  const record = await visitSite(openSite(first.url, dataDir), owner);
  await first.end('SIGTERM');
  const second = await startContainer({ dataDir });
  expect(await second.isReady(START_TIMEOUT_MS), second.output()).toBe(true);
  expect(await readVisit(openSite(second.url, dataDir), record)).toEqual(record.visible);
  await second.end('SIGKILL');
  const third = await startContainer({ dataDir });
  expect(await third.isReady(START_TIMEOUT_MS), third.output()).toBe(true);
  expect(await readVisit(openSite(third.url, dataDir), record)).toEqual(record.visible);
  await third.end('SIGTERM');
});

it('a second container on the volume says why it does not start, and takes over when the first has gone', async () => {
  const dataDir = await createTemporaryVolume();
  const first = await startContainer({ dataDir, env });
  expect(await first.isReady(START_TIMEOUT_MS), first.output()).toBe(true);
  const second = await startContainer({ dataDir, env });
  expect(await second.isReady(3_000)).toBe(false);
  expect(second.output()).toContain('다른 사진관 서버가 이미 이 데이터 폴더를 쓰고 있습니다: /data');
  expect(second.checkHealth()).not.toBe(0);
  const record = await visitSite(openSite(first.url, dataDir), owner);
  await first.end('SIGTERM');
  expect(await second.isReady(15_000), second.output()).toBe(true);
  expect(await readVisit(openSite(second.url, dataDir), record)).toEqual(record.visible);
  await second.end('SIGTERM');
});

it.each(await listReleases())('a container of this version updates the data of %s', async (release) => {
  const { dataDir, record } = await unpackRelease(release);
  expect(spawnSync('chown', ['-R', '1000:1000', dataDir]).status).toBe(0);
  const container = await startContainer({ dataDir, env });
  expect(await container.isReady(START_TIMEOUT_MS), container.output()).toBe(true);
  expect(await readVisit(openSite(container.url, dataDir), record)).toEqual(record.visible);
  await container.end('SIGTERM');
});

/** A photo of 24 megapixels with noise. */
const createLargePhoto = (): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
};

it('one GiB of memory is enough for a visit and a photo of 24 megapixels', async () => {
  const cgroup = await createMemoryCgroup(LIMIT_BYTES);
  const dataDir = await createTemporaryVolume();
  const container = await startContainer({ dataDir, env, cgroup });
  expect(await container.isReady(START_TIMEOUT_MS), container.output()).toBe(true);
  const site = openSite(container.url, dataDir);
  await visitSite(site, owner);
  await uploadPhoto(site, await logIn(site, owner), 'FOOD', await createLargePhoto());
  expect(await cgroup.kills()).toBe(0);
  expect(await cgroup.peakBytes()).toBeGreaterThan(100_000_000);
  await container.end('SIGTERM');
  await cgroup.remove();
});
