import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '#test/servers/server-process.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-disks-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Runs the shell `script` and then the server in a mount namespace, with a small disk mounted on the data folder. */
const onDisk = (options: string, script = ':'): readonly [string, ...string[]] => [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && ${script} && exec "$@"`,
  'sh',
  process.execPath,
];
const FILL = '(cat /dev/zero >"$DATA_DIR/ballast" 2>/dev/null || true)';

type Disk = readonly [name: string, launcher: ReturnType<typeof onDisk>, message: string];

/** Creating a database takes much longer than copying the template, which every build has. */
const withoutTemplate: Disk = [
  'a disk too small to create the database without a template',
  onDisk('size=8m', 'mount -t tmpfs tmpfs dist/db-template'),
  '디스크가 가득 찼습니다',
];

it.each<Disk>([
  ['a read-only disk', onDisk('ro'), '읽기 전용 디스크입니다'],
  ['a disk too small for the database', onDisk('size=1m'), '디스크가 가득 찼습니다'],
  [
    'a disk that has become full',
    onDisk('size=100m', `cp -r dist/db-template "$DATA_DIR/db" && ${FILL}`),
    '데이터베이스가 디스크에 쓰지 못해 서버를 중지합니다',
  ],
  ...(process.env.TEST_FULL === undefined ? [] : [withoutTemplate]),
])('on %s the server explains the failure in one line and does not start', async (_, launcher, message) => {
  const starting = startServer({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'false', LOG_LEVEL: 'silent' }, launcher);
  const error: unknown = await starting.catch((failure: unknown) => failure);
  const lines = String(error).trim().split('\n').slice(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(message);
});
