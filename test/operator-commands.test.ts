import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A copy of the program without its packages and sources. */
const program = await realpath(await mkdtemp(join(tmpdir(), 'sajingwan-program-')));
afterAll(() => rm(program, { recursive: true, force: true }));
beforeAll(async () => {
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    await cp(name, join(program, name), { recursive: true });
});

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(program, 'scripts/cli.js'), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};
const MISSING = '빌드한 프로그램이나 패키지가 없습니다. 먼저 npm run build를 실행해 주세요.\n';

it('an operator command in a fresh clone says in one line that it needs a build, and installs nothing', async () => {
  expect(run('admin', 'create', 'studio')).toEqual({ status: 1, stdout: '', stderr: MISSING });
  expect((await readdir(program)).toSorted()).toEqual(['package-lock.json', 'package.json', 'scripts']);
});

it('operator commands run a build that is older than the sources as it is, and the doctor says so', async () => {
  await mkdir(join(program, 'dist/server'), { recursive: true });
  await writeFile(join(program, 'dist/.stamp'), 'the sources of last week');
  await writeFile(
    join(program, 'dist/server/cli.js'),
    'console.log(process.argv[2], process.env.NODE_ENV, process.cwd());',
  );
  for (const name of ['admin', 'backup', 'restore', 'photos:check'])
    expect(run(name)).toEqual({ status: 0, stdout: `${name} production ${program}\n`, stderr: '' });
  // Not to stdout, where `--json` prints its results.
  expect(run('doctor')).toMatchObject({
    stdout: `doctor production ${program}\n`,
    stderr: expect.stringContaining('npm run build') as string,
  });
  expect((await readdir(program)).toSorted()).toEqual([
    'dist',
    'package-lock.json',
    'package.json',
    'scripts',
  ]);
});

it('an operator command without its packages says in one line how to get them', async () => {
  await writeFile(join(program, 'dist/server/cli.js'), "import 'hono';");
  expect(run('backup')).toEqual({ status: 1, stdout: '', stderr: MISSING });
});
