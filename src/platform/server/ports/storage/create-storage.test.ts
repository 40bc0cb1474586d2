import { describe, expect, it } from 'vitest';
import { readEnv } from '../../env.ts';
import { createStorage } from './create-storage.ts';

const s3 = {
  S3_BUCKET: 'sajingwan',
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_REGION: 'kr-standard',
  S3_ACCESS_KEY_ID: 'KEY',
  S3_SECRET_ACCESS_KEY: 'SECRET',
};
const silent = () => undefined;
const choose = (source: Record<string, string>) =>
  createStorage(readEnv(source).storage, {
    dataDir: '/nowhere',
    authSecret: new Uint8Array(32),
    log: { info: silent, warn: silent, error: silent, debug: silent },
  });

describe('the storage settings', () => {
  it('photos are stored on disk by default', async () => {
    expect((await choose({})).uploadReceiver).toBeDefined();
  });

  it('with S3 settings browsers upload to the bucket', async () => {
    const storage = await choose(s3);
    expect(storage.uploadReceiver).toBeUndefined();
    expect(storage.url('a.jpg')).toBe('/photos/a.jpg');
    const open = await choose({ ...s3, S3_PUBLIC_URL: 'https://cdn.example.com/' });
    expect(open.url('a.jpg')).toBe('https://cdn.example.com/photos/a.jpg');
  });

  it.each(Object.keys(s3))('S3 storage without %s prevents the start', (name) => {
    expect(() => readEnv({ ...s3, [name]: '' })).toThrow(
      `설정 ${name}: 사진을 S3에 저장하려면 반드시 지정해야 합니다.`,
    );
  });

  it('each missing S3 setting is reported on its own line', () => {
    expect(() => readEnv({ S3_PUBLIC_URL: 'https://cdn.example.com' })).toThrow(
      /S3_BUCKET.*\n.*S3_ENDPOINT.*\n.*S3_REGION.*\n.*S3_ACCESS_KEY_ID.*\n.*S3_SECRET_ACCESS_KEY/,
    );
  });

  it.each([
    { ...s3, S3_BUCKET: '한 장' },
    { ...s3, S3_ENDPOINT: 's3.example.com' },
    { ...s3, S3_SECRET_ACCESS_KEY: 'two words' },
    { ...s3, X_ACCEL_PREFIX: '/photo-files/' },
    { X_ACCEL_PREFIX: 'photo-files' },
  ])('%j stops the start', (source) => expect(() => readEnv(source)).toThrow(/^설정 (S3|X)_/));
});
